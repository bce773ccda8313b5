"use strict";
// Nothing here is needed to read or to decide: times in the reader's zone, a key for the search, pages that follow a run.
(() => {
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
  const minute = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

  function localTimes(root) {
    for (const each of root.querySelectorAll("time[datetime]")) {
      const at = new Date(each.dateTime);
      if (Number.isNaN(at.getTime())) continue;
      each.title = each.dateTime;
      each.textContent = (each.dataset.show === "day" ? day : minute).format(at);
    }
    for (const each of root.querySelectorAll("svg [data-at]")) {
      const at = new Date(each.dataset.at);
      if (!Number.isNaN(at.getTime())) each.textContent = (each.dataset.show === "day" ? day : minute).format(at);
    }
    for (const each of root.querySelectorAll("svg title")) {
      each.textContent = each.textContent.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (told) => minute.format(new Date(told)));
    }
  }

  async function refreshed(place) {
    const answer = await fetch(location.href, { credentials: "same-origin" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById(place.id);
    if (!fresh) return;
    const open = [...place.querySelectorAll("details")].map((each) => each.open);
    if (!("again" in fresh.dataset)) delete place.dataset.again;
    place.replaceChildren(...fresh.childNodes);
    [...place.querySelectorAll("details")].forEach((each, index) => { each.open = open[index] || each.open; });
    localTimes(place);
  }

  function follow(place) {
    const events = new EventSource(place.dataset.events);
    let wanted = false;
    let busy = false;
    const again = async () => {
      wanted = true;
      if (busy) return;
      busy = true;
      while (wanted) {
        wanted = false;
        await refreshed(place).catch(() => {});
      }
      busy = false;
    };
    events.addEventListener("changed", again);
    events.addEventListener("over", () => { events.close(); again(); });
    addEventListener("pagehide", () => events.close());
  }

  function lookAgain(place) {
    setTimeout(async () => {
      await refreshed(place).catch(() => {});
      if ("again" in place.dataset) lookAgain(place);
    }, 1000 * place.dataset.again);
  }

  // What is newest is on the right, where a narrow window would not show it.
  for (const plot of document.querySelectorAll(".scroll > .plot")) plot.parentElement.scrollLeft = plot.parentElement.scrollWidth;
  // On a phone the navigation is one line: the page that is shown must be seen in it.
  const current = document.querySelector(".side [aria-current]");
  const line = current?.closest("ul");
  if (line && line.scrollWidth > line.clientWidth) line.scrollLeft = current.offsetLeft - (line.clientWidth - current.offsetWidth) / 2;
  localTimes(document);
  for (const place of document.querySelectorAll("[data-again]")) lookAgain(place);
  for (const place of document.querySelectorAll("[data-events]")) follow(place);
  addEventListener("keydown", (key) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
    if (key.key !== "/" || typing || key.ctrlKey || key.metaKey || key.altKey) return;
    const search = document.querySelector("[data-search]");
    if (search) { key.preventDefault(); search.focus(); }
  });
})();
