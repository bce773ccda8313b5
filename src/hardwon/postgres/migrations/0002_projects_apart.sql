-- Projects are kept apart by the server itself. Whoever owns the tables sees all; others see what `members` says.

CREATE TABLE hardwon.members (
    member text NOT NULL,
    project text NOT NULL DEFAULT '',
    product text NOT NULL DEFAULT '',
    PRIMARY KEY (member, project, product)
);
COMMENT ON TABLE hardwon.members IS 'Which projects and products a login sees; * stands for all. Only the owner writes it.';

ALTER TABLE hardwon.members ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON hardwon.members FOR SELECT USING (member = session_user);

ALTER TABLE hardwon.projects ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON hardwon.projects
    USING (project IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user));

ALTER TABLE hardwon.updates ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON hardwon.updates
    USING (project IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user));

ALTER TABLE hardwon.areas ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON hardwon.areas
    USING (project IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user));

ALTER TABLE hardwon.retirements ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON hardwon.retirements
    USING (project IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user));

ALTER TABLE hardwon.reports ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON hardwon.reports
    USING (project IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user));

ALTER TABLE hardwon.counted_runs ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON hardwon.counted_runs
    USING (project IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user));

ALTER TABLE hardwon.rosters ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON hardwon.rosters
    USING (project IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user));

ALTER TABLE hardwon.judged_runs ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON hardwon.judged_runs
    USING (project IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user));

ALTER TABLE hardwon.listings ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON hardwon.listings
    USING (project IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user));

ALTER TABLE hardwon.uses ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON hardwon.uses
    USING (project IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user));

ALTER TABLE hardwon.quarantine ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON hardwon.quarantine
    USING (project IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user));

ALTER TABLE hardwon.parts ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON hardwon.parts
    USING (project IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user));

ALTER TABLE hardwon.chunks ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON hardwon.chunks
    USING (project IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user));

ALTER TABLE hardwon.shelves ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON hardwon.shelves USING (
    CASE WHEN project = ''
        THEN scope IN (SELECT m.product FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.product FROM hardwon.members m WHERE m.member = session_user)
        ELSE project IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user)
    END);

ALTER TABLE hardwon.observations ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON hardwon.observations USING (
    CASE WHEN project = ''
        THEN scope IN (SELECT m.product FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.product FROM hardwon.members m WHERE m.member = session_user)
        ELSE project IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.project FROM hardwon.members m WHERE m.member = session_user)
    END);

ALTER TABLE hardwon.outcomes ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_members ON hardwon.outcomes
    USING (product IN (SELECT m.product FROM hardwon.members m WHERE m.member = session_user) OR '*' IN (SELECT m.product FROM hardwon.members m WHERE m.member = session_user));

-- A worker adds areas and never takes one away. What it may delete is the place that it made for one that came to nothing.
CREATE POLICY nothing_is_lost ON hardwon.areas AS RESTRICTIVE FOR DELETE
    USING (test_count IS NULL OR has_table_privilege(session_user, 'hardwon.observations', 'INSERT'));
