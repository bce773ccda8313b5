-- What was done is not taken away before it is old: without its key an update whose answer was lost would count twice.
-- Keys that name a project are seen by those who see the project; the others are random and tell nothing.

ALTER TABLE hardwon.operations ENABLE ROW LEVEL SECURITY;

CREATE POLICY added ON hardwon.operations FOR INSERT WITH CHECK (true);

CREATE POLICY of_members ON hardwon.operations FOR SELECT USING (
    position(' ' in key) = 0 OR EXISTS (
        SELECT 1 FROM hardwon.members m
        WHERE m.member = session_user AND m.project <> '' AND (m.project = '*' OR position(m.project || ' ' in key) = 1)
    ));

CREATE POLICY old_ones_go ON hardwon.operations FOR DELETE USING (made < now() - interval '30 days');
