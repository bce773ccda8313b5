"""Vendors: the formats of their tokens. Data only.

One line for each format: the vendor, how its tokens begin (any of several beginnings), and what follows, as a regular
expression in which %A is a letter or digit, %W also `_` and `-`, %H a hexadecimal digit. A format without a beginning
of its own has `*` there. All that is looked for first, and how a torn token is recognised, is derived from these lines.

Whatever its format, a token has at least `SHORTEST_TOKEN` characters without a gap, beginning included, and among them
a digit, or a small letter before a large one: others are taken for words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_TABLE = r"""
AWS | AKIA ASIA ABIA ACCA | [A-Z2-7]{16}\b
AWS | A3T | [A-Z0-9][A-Z2-7]{16}\b
AWS | amzn.mws. | %H{8}-%H{4}-%H{4}-%H{4}-%H{12}
AWS | ABSK | [A-Za-z0-9+/]{100,300}
GitHub | ghp_ gho_ ghu_ ghs_ ghr_ | %A{30,255}
GitHub | github_pat_ | [A-Za-z0-9_]{30,255}
GitLab | glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glimt- glagent- gloas- glffct- | %W{20,80}
GitLab | GR1348941 | %W{20}
Slack | xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxb- xoxe.xoxp- | [0-9A-Za-z-]{12,200}
Slack | xapp- | [0-9]-[A-Z0-9]{8,20}-[0-9]{8,20}-[a-z0-9]{20,100}
Slack webhook | hooks.slack.com/ | (?:services|workflows|triggers)/[A-Z0-9]{6,14}/[A-Z0-9]{6,20}/[A-Za-z0-9/]{16,80}
Discord webhook | discord.com/api/webhooks/ discordapp.com/api/webhooks/ | [0-9]{15,22}/%W{40,100}
Teams webhook | * | \b[a-z0-9.-]{2,60}\.(?:webhook\.)?office(?:365)?\.com/webhook[a-z0-9]{0,3}/[0-9a-f@/A-Z-]{36,300}
Zapier webhook | hooks.zapier.com/hooks/catch/ | %A{5,40}/%A{5,40}
Make, IFTTT webhook | * | \b(?:maker\.ifttt\.com/[a-z/_]{3,60}/|hook\.[a-z]{2}[0-9]\.make\.com/)%W{16,60}
PagerDuty | events.pagerduty.com/integration/ | %A{32}
Infura, Alchemy | infura.io/v3/ g.alchemy.com/v2/ alchemyapi.io/v2/ | %W{32}
Chat webhook | open.feishu.cn/open-apis/bot/v2/hook/ open.larksuite.com/open-apis/bot/v2/hook/ | [0-9a-f-]{36}
Chat webhook | chat.googleapis.com/v1/spaces/ | %W{6,20}/messages\?key=%W{20,60}
Stripe | sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_ sk_prod_ | %A{16,200}
Stripe, Svix | whsec_ | [A-Za-z0-9+/]{24,100}
Anthropic | sk-ant- | %W{20,200}
OpenAI and others | sk-proj- sk-svcacct- sk-admin- sk-or-v1- | %W{20,200}
OpenAI and others | sk- | %A{20,200}
Google | AIza | %W{35}
Google | GOCSPX- ya29. | %W{20,300}
Google | * | \b[0-9]{8,20}-%A{32}\.apps\.googleusercontent\.com
SendGrid | SG. | %W{16,32}\.%W{16,64}
Twilio | SK | %H{32}\b
Twilio | * | \bAC%H{32}:%H{32}\b
Mailgun | key- pubkey- | [0-9a-f]{32}\b
Mailchimp | * | \b[0-9a-f]{32}-us[0-9]{1,2}\b
Brevo | xkeysib- xsmtpsib- | [0-9a-f]{64}-%A{16}
npm, Prefect | npm_ pnu_ | %A{30,60}
PyPI | pypi- | %W{50,300}
RubyGems | rubygems_ | %H{40,60}
crates.io | cio | %A{32}\b
Clojars | CLOJARS_ | [0-9a-z]{60}
DigitalOcean | doo_v1_ dop_v1_ dor_v1_ | %H{48,80}
Shopify | shpat_ shpca_ shppa_ shpss_ | [0-9a-fA-F]{30,40}
Telegram | * | (?<![0-9A-Za-z])(?:bot)?[0-9]{8,10}:%W{35}(?![\w-])
Discord | * | \b[MNO]%W{23,27}\.%W{6}\.%W{27,40}
Hugging Face | hf_ api_org_ | %A{30,40}
Databricks | dapi | %H{32}(?:-[0-9])?\b
Dynatrace | dt0c01. dt0s01. | [A-Z0-9]{24}\.[A-Z0-9]{64}
Atlassian | ATATT3 ATCTT3 | [A-Za-z0-9_=-]{40,300}
Atlassian | ATBB | %A{24,40}
Square | sq0atp- sq0csp- sq0idp- | %W{22,60}
Square, Facebook | EAA | [A-Za-z][A-Za-z0-9_-]{50,300}
HashiCorp | hvs. hvb. hvr. | %W{24,300}
HashiCorp | s. | %A{24}\b
HashiCorp | * | \b%A{14}\.atlasv1\.%W{50,80}
Grafana | eyJrIjoi | [A-Za-z0-9]{40,400}={0,3}
Grafana | glsa_ glc_ | [A-Za-z0-9+/=]{30,160}(?:_[0-9a-f]{8})?
New Relic | * | \b%H{36}NRAL\b
New Relic | NRAK- NRRA- NRJS- NRII- NRIQ- | %A{18,50}
Sentry | sntrys_ sntryu_ | [A-Za-z0-9_=+/-]{40,300}
Datadog, Honeycomb, Axiom | ddp_ hcaik_ xaat- | %W{30,64}
Linear | lin_api_ lin_oauth_ | %A{32,64}
Notion | secret_ ntn_ | %A{40,60}
Figma | figd_ figo_ figu_ | %W{30,60}
Airtable | * | \bpat%A{14}\.%H{64}
HubSpot | pat-na1- pat-eu1- | [0-9a-f-]{36}
Docker | dckr_pat_ dckr_oat_ | %W{24,50}
Doppler | dp.pt. dp.ct. dp.sa. dp.scim. dp.audit. | %A{36,60}
Doppler | dp.st. | (?:[a-z0-9_-]{2,35}\.)?%A{36,60}
Postman | PMAK- | %H{24}-%H{30,40}
Replicate | r8_ | %A{30,50}
Groq, xAI, Perplexity | gsk_ xai- pplx- | %A{40,90}
Fireworks, Together, Cohere | fw_ tgp_v1_ co_ | %W{22,60}(?<=%A)
Resend | re_ | %A{6,10}_%A{20,30}
MailerSend, Loops | mlsn. | %H{64}
Infisical | st. | %H{20,40}\.%H{32}\.%H{32}
NVIDIA, LangSmith, Jina, Tavily, Pinecone | nvapi- lsv2_pt_ lsv2_sk_ jina_ tvly- pcsk_ | %W{28,100}
Firecrawl | fc- | %H{32}\b
ElevenLabs | sk_ | %H{48}\b
PostHog | phc_ phx_ | %A{40,50}
Supabase | sbp_ sbs_ sb_secret_ sb_publishable_ | %W{20,60}
PlanetScale, Neon | pscale_tkn_ pscale_pw_ pscale_oauth_ napi_ | [\w.=-]{30,70}
Netlify, Vercel | nfp_ nfc_ vcp_ vck_ vci_ vca_ vcr_ | %A{24,60}
Fly | fo1_ fm1_ fm1a_ fm1r_ fm2_ | [A-Za-z0-9+/_-]{30,400}={0,3}
Azure | AccountKey= SharedAccessKey= | [A-Za-z0-9+/]{40,100}={0,2}
Azure | * | [?&]sig=[A-Za-z0-9%+/]{30,100}
Azure | * | \b%A{3}[0-9]Q~[A-Za-z0-9._~-]{30,40}
Azure DevOps | * | \b%A{76}AZDO%A{4}\b
Azure search | * | \b%A{42}AzSe%A{6}\b
Azure | * | \b%A{33}(?:%A{19})?JQQJ99%A{26,32}(?:\b|[+/]%A{4,10}={0,2})
Azure storage | * | \b[A-Za-z0-9+/]{76}\+AStA[A-Za-z0-9+/]{4,8}={0,2}
Asana | * | \b[0-2]/(?:[0-9]{16}/)?[0-9]{16}:%H{32}\b
ClickUp | pk_ | [0-9]{6,10}_[A-Z0-9]{32}
Tailscale | tskey-auth- tskey-api- tskey-client- tskey-scim- tskey-webhook- | %A{8,24}-%A{16,60}
Alibaba | LTAI | %A{12,30}\b
Tencent | AKID | %A{32}\b
Yandex | AQVN y0_ | %W{35,60}
Yandex | t1. | (?:%W{6,100}={0,2}\.)?%W{60,200}={0,2}
CircleCI | CCIPAT_ CCIPRJ_ | %A{20,30}_%H{30,50}
Buildkite, Sonar | bkua_ bkat_ bkct_ sqp_ squ_ sqa_ | %H{30,50}
Dropbox | sl. | %W{60,200}
Contentful | CFPAT- | %W{40,50}
Mapbox | pk.eyJ sk.eyJ | %W{20,200}\.%W{16,40}
Typeform | tfp_ | %W{40,80}
Razorpay | rzp_live_ rzp_test_ | %A{14,30}
PayPal | access_token$production$ access_token$sandbox$ | [0-9a-z]{16}\$%H{32}
Flutterwave | FLWSECK- FLWPUBK- FLWSECK_TEST- FLWPUBK_TEST- | %A{12,40}
EasyPost | EZAK EZTK | %A{50,60}
Shippo, Duffel, Lob | shippo_live_ shippo_test_ duffel_live_ duffel_test_ live_pub_ test_pub_ | [\w=-]{30,60}
Plaid | access-production- access-sandbox- access-development- | [0-9a-f-]{36}
Adyen | AQE | (?:[a-z0-9]{4,8}_)?[A-Za-z0-9+/=-]{60,200}
age | AGE-SECRET-KEY-1 | [0-9A-Z]{50,60}
Pulumi | pul- | %H{40}
NuGet | oy2 | [a-z0-9]{43}\b
Sourcegraph | sgp_ | (?:%H{16}_)?%H{40}
LaunchDarkly | api- sdk- mob- | [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}
Heroku | HRKU- | (?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|AA%W{40,80})
WakaTime | waka_ | [0-9a-f-]{36}
Cloudflare | v1.0- | %H{24}-%H{140,150}
Cloudflare | cfut_ cfat_ cfk_ | %W{30,60}
Okta | * | \bSSWS %W{40,44}
1Password | A3- | [A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,5}
1Password | ops_eyJ | [A-Za-z0-9+/=_-]{100,1000}
Artifactory | AKCp cmVmd | %A{50,90}
Octopus, ReadMe, Infracost | API- rdme_ ico- | [A-Za-z0-9]{26,80}\b
Adobe, Frame.io, Defined | p8e- fio-u- dnkey- | [\w=-]{32,100}
OpenShift | sha256~ | %W{43}
LinkedIn | AQV AQW AQX | %W{60,400}
LinkedIn | WPL_AP1. | %A{12,30}\.%A{6,20}
Intercom | dG9rOj | [A-Za-z0-9+/=_-]{36,80}
Sidekiq, Contribsys | * | \b%H{8}:%H{8}@(?:gems|enterprise)\.contribsys\.com
Cloudinary | cloudinary:// | [0-9]{10,20}:%W{20,40}@
Password hash | $2a$ $2b$ $2y$ | [0-9]{2}\$[./A-Za-z0-9]{50,53}
Password hash | $argon2id$ $argon2i$ $argon2d$ $scrypt$ $pbkdf2-sha256$ $5$ $6$ | [A-Za-z0-9./+$,=-]{30,300}
Harness | pat. sat. | %W{22}\.%A{24}\.%A{20}
42 | s-s4t2ud- s-s4t2af- | %H{64}
MaxMind | * | \b%A{6}_%A{29}_mmk\b
Authress | sc_ ext_ scauth_ authress_ | [a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[A-Za-z0-9+/_=-]{30,120}
Mollie, GoCardless, Lob | live_ | %W{30,60}(?<=%A)
Stytch | secret-live- secret-test- | %W{30,60}=?
Trello | ATTA | %H{64}
Langfuse | sk-lf- | [0-9a-f]{8}-[0-9a-f-]{27}
Cerebras, LlamaCloud, Voyage | csk- llx- pa- | %W{40,60}
Scalingo | tk-us- | %W{48}
Unknown vendor | * | \b%A{2,12}_(?:[a-z0-9]{1,8}_)?(?:live|prod|[psao]at|secret|sk|tkn|token|(?:api)?key)_%A{16,200}
Unknown vendor | * | \b[A-Za-z]%A{1,11}_(?=[a-z0-9]{0,12}[g-z])(?=(?:[a-z]{0,40}[0-9]){5})[a-z0-9]{40,200}\b
Unknown vendor | * | \b[A-Za-z]%A{1,11}[_-](?:[a-z0-9]{1,8}[_-])?(?=%A{0,60}[0-9])(?=%A{0,60}[a-z][A-Z])%A{30,200}\b
"""


@dataclass(frozen=True, slots=True)
class TokenFormat:
    """How the tokens of one vendor look."""

    vendor: str
    beginnings: tuple[str, ...]
    """The fixed characters that they begin with; empty when the format is recognised by something else."""

    rest: str
    """What follows, or all of it: a regular expression."""

    fixed: str
    """Where it has no beginning, the longest part of the expression that stands for itself."""


_VARIABLE = re.compile(
    r"(?:\\b|\((?:[^()]|\([^()]{0,200}\)){0,200}\)|\[[^]]{1,80}]|\\?.(?=[?{]))(?:\?|\{[0-9,]{1,9}\})?"
)
"""Groups, classes and what is repeated, in the expressions above."""


def _formats() -> tuple[TokenFormat, ...]:
    rows = (line.split(" | ", 2) for line in _TABLE.strip().split("\n"))
    return tuple(
        TokenFormat(vendor, _beginnings(first), _expanded(rest), _fixed(rest) if first == "*" else "")
        for vendor, first, rest in rows
    )


def _beginnings(text: str) -> tuple[str, ...]:
    return () if text == "*" else tuple(text.split())


def _fixed(rest: str) -> str:
    return max(_VARIABLE.sub("\n", _expanded(rest)).replace("\\", "").split("\n"), key=len)


def _expanded(rest: str) -> str:
    for short, meaning in (("%A", "[A-Za-z0-9]"), ("%W", "[A-Za-z0-9_-]"), ("%H", "[0-9a-f]")):
        rest = rest.replace(short, meaning)
    return rest


FORMATS = _formats()

BEGINNINGS: tuple[str, ...] = tuple(dict.fromkeys(first for each in FORMATS for first in each.beginnings))
"""How tokens begin, for those that were torn apart."""
