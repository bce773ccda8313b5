-- The records of all projects of a team. Plain SQL: no extension is needed.
-- Texts of people are kept escaped where the server could not hold them (a NUL, half a surrogate): postgres/kept_text.py.

CREATE TABLE hardwon.about (
    key text PRIMARY KEY,
    value text NOT NULL
);
COMMENT ON TABLE hardwon.about IS 'identity: tells this database from others. oldest: the migration that a client must know to write.';
INSERT INTO hardwon.about (key, value) VALUES ('identity', gen_random_uuid()::text), ('oldest', '1');

CREATE TABLE hardwon.operations (
    key text PRIMARY KEY,
    made timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX operations_by_age ON hardwon.operations (made);
COMMENT ON TABLE hardwon.operations IS 'What was done: an operation whose answer was lost is not done twice.';

CREATE TABLE hardwon.projects (
    project text PRIMARY KEY,
    created_at text,
    extra text NOT NULL DEFAULT '{}',
    retired_extra text NOT NULL DEFAULT '{}',
    renamed text NOT NULL DEFAULT '{}'
);

CREATE TABLE hardwon.updates (
    project text NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY,
    at text NOT NULL,
    last_run text,
    PRIMARY KEY (project, number)
);
COMMENT ON TABLE hardwon.updates IS 'When areas changed. Rows are only added, so that no verdict waits for another.';

CREATE TABLE hardwon.areas (
    project text NOT NULL,
    name text NOT NULL,
    confidence double precision NOT NULL DEFAULT 0,
    test_count bigint,
    pass_count bigint NOT NULL DEFAULT 0,
    fail_count bigint NOT NULL DEFAULT 0,
    last_tested_at text,
    retired boolean NOT NULL DEFAULT false,
    more text NOT NULL DEFAULT '{}',
    PRIMARY KEY (project, name)
);
COMMENT ON COLUMN hardwon.areas.test_count IS 'NULL within the transaction that adds the area.';

CREATE TABLE hardwon.retirements (
    project text NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY,
    name text NOT NULL,
    entry text NOT NULL,
    PRIMARY KEY (project, number)
);

CREATE TABLE hardwon.reports (
    project text NOT NULL,
    digest text NOT NULL,
    run text NOT NULL,
    PRIMARY KEY (project, digest)
);

CREATE TABLE hardwon.counted_runs (
    project text NOT NULL,
    run text NOT NULL,
    PRIMARY KEY (project, run)
);

CREATE TABLE hardwon.rosters (
    project text NOT NULL,
    area text NOT NULL,
    passed_on text NOT NULL DEFAULT '',
    document text,
    PRIMARY KEY (project, area)
);

CREATE TABLE hardwon.judged_runs (
    project text NOT NULL,
    run text NOT NULL,
    PRIMARY KEY (project, run)
);

CREATE TABLE hardwon.listings (
    project text PRIMARY KEY,
    revision bigint NOT NULL DEFAULT 0,
    document text NOT NULL
);

CREATE TABLE hardwon.uses (
    project text NOT NULL,
    product text NOT NULL,
    PRIMARY KEY (project, product)
);
COMMENT ON TABLE hardwon.uses IS 'Which products a project tests: their observations are part of its record.';

CREATE TABLE hardwon.shelves (
    project text NOT NULL,
    tier text NOT NULL,
    scope text NOT NULL,
    revision bigint NOT NULL,
    PRIMARY KEY (project, tier, scope)
);
COMMENT ON TABLE hardwon.shelves IS 'How often the observations of a scope were changed. The project is empty where a product is shared.';

CREATE TABLE hardwon.observations (
    project text NOT NULL,
    tier text NOT NULL,
    scope text NOT NULL,
    id text NOT NULL,
    document bytea,
    revision bigint NOT NULL,
    words tsvector,
    PRIMARY KEY (project, tier, scope, id)
);
COMMENT ON COLUMN hardwon.observations.document IS 'NULL where it was deleted: whoever keeps a copy learns of it.';
CREATE INDEX observations_by_id ON hardwon.observations (id);
CREATE INDEX observations_by_revision ON hardwon.observations (project, tier, scope, revision);
CREATE INDEX observations_by_words ON hardwon.observations USING gin (words);

CREATE TABLE hardwon.outcomes (
    product text NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY,
    project text NOT NULL,
    with_memory boolean,
    passed boolean,
    run text NOT NULL DEFAULT '',
    test text NOT NULL DEFAULT '',
    at text NOT NULL,
    PRIMARY KEY (product, number)
);
COMMENT ON COLUMN hardwon.outcomes.with_memory IS 'NULL where somebody let the product start anew.';

CREATE TABLE hardwon.quarantine (
    project text NOT NULL,
    id text NOT NULL,
    document text NOT NULL,
    PRIMARY KEY (project, id)
);

CREATE TABLE hardwon.parts (
    project text NOT NULL,
    run text NOT NULL,
    part text NOT NULL,
    size bigint NOT NULL,
    is_whole boolean NOT NULL,
    written bigint NOT NULL,
    PRIMARY KEY (project, run, part)
);
COMMENT ON COLUMN hardwon.parts.is_whole IS 'Whether it ends with a line, so that the next row starts on its own.';

CREATE TABLE hardwon.chunks (
    project text NOT NULL,
    run text NOT NULL,
    part text NOT NULL,
    start bigint NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (project, run, part, start)
);
