-- How many observations have each word, counted as they are written: a step asks for a few rows instead of all of them.
-- `product` is empty for what belongs to the project alone; `project` is empty where a product is shared.

CREATE TABLE hardwon.terms (
    project text NOT NULL,
    product text NOT NULL,
    language integer NOT NULL,
    token text NOT NULL,
    amount bigint NOT NULL,
    PRIMARY KEY (project, product, language, token)
) WITH (fillfactor = 70);
COMMENT ON TABLE hardwon.terms IS 'Tokens that begin with # are totals; #all of language 0 is how many documents there are.';

ALTER TABLE hardwon.terms ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON hardwon.terms USING (
    CASE WHEN project = ''
        THEN product IN (SELECT m.product FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.product FROM hardwon.members m WHERE m.member = session_user)
        ELSE project IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user)
    END);

-- The column has another name, so that an older hardwon that is connected already cannot write words that nobody counts.
ALTER TABLE hardwon.observations DROP COLUMN language;
ALTER TABLE hardwon.observations ADD COLUMN counted integer;
COMMENT ON COLUMN hardwon.observations.counted IS 'In which language `terms` has its words; NULL: not yet.';

INSERT INTO hardwon.terms (project, product, language, token, amount)
SELECT project, CASE WHEN project = '' THEN scope ELSE '' END, 0, '#all', count(*)
FROM hardwon.observations WHERE document IS NOT NULL
GROUP BY 1, 2;

-- The best documents for some words. Row-level security would keep the index of words from being used, since whether a
-- text matches may be found out while it is decided who sees it: so this runs as the owner, and decides that first.
-- `pg_temp` comes last, or else a type that a login makes there would be taken for one of the server's own.
-- What is summed is summed in the order in which an index does it, or else equal sums would differ in their last digit.
-- `|| ''` keeps a server that has no statistics yet from taking the place of an observation for the way to find it.
CREATE FUNCTION hardwon.best(
    queries text[], worths double precision[], mosts bigint[], projects text[], tiers text[], scopes text[],
    mean double precision, longest integer, weighed bigint, wanted bigint
) RETURNS TABLE (tier text, scope text, id text, document bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    WITH reach AS (
        SELECT w.project, w.tier, w.scope
        FROM unnest(projects, tiers, scopes) AS w (project, tier, scope)
        WHERE pg_has_role(session_user, current_user, 'USAGE') OR EXISTS (
            SELECT 1 FROM hardwon.members m
            WHERE m.member = session_user AND CASE WHEN w.project = ''
                THEN m.product IN (w.scope, '*') AND m.product <> ''
                ELSE m.project IN (w.project, '*') AND m.project <> '' END)
    ), found AS (
        SELECT x.project, x.tier, x.scope, x.id, x.word_count, t.worth
        FROM unnest(queries::tsquery[], worths, mosts) AS t (query, worth, most)
        CROSS JOIN LATERAL (
            SELECT o.project, o.tier, o.scope, o.id, o.word_count, row_number() OVER () AS place
            FROM hardwon.observations o
            WHERE o.words @@ t.query AND EXISTS (
                SELECT 1 FROM reach r
                WHERE r.project = o.project || '' AND r.tier = o.tier || '' AND r.scope = o.scope || '')
        ) x
        WHERE x.place <= t.most
    ), summed AS (
        SELECT project, tier, scope, id, sum(worth ORDER BY worth DESC) AS worth, min(word_count) AS length
        FROM found GROUP BY project, tier, scope, id
    ), ranked AS (
        SELECT project, tier, scope, id, worth / (mean + least(length, longest)) AS density,
            rank() OVER (ORDER BY worth DESC) AS place
        FROM summed
    ), chosen AS (
        SELECT * FROM ranked WHERE place <= weighed
        ORDER BY density DESC, array_position(ARRAY['products', 'suites', 'tests'], tier),
            scope COLLATE "C", id COLLATE "C"
        LIMIT wanted
    )
    SELECT o.tier, o.scope, o.id, o.document
    FROM chosen c
    JOIN hardwon.observations o ON o.id = c.id
        AND o.project || '' = c.project AND o.tier || '' = c.tier AND o.scope || '' = c.scope
    WHERE o.document IS NOT NULL
    ORDER BY c.density DESC, array_position(ARRAY['products', 'suites', 'tests'], o.tier),
        o.scope COLLATE "C", o.id COLLATE "C"
$$;
REVOKE ALL ON FUNCTION hardwon.best FROM PUBLIC;

UPDATE hardwon.about SET value = '5' WHERE key = 'oldest';
