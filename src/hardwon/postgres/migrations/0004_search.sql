-- What full-text search and ranking need of each observation. hardwon writes it, so that words agree with its own index.
-- NULL in `language` stands for rows of before: `hardwon db upgrade` fills them in.

ALTER TABLE hardwon.observations ADD COLUMN word_count integer;
ALTER TABLE hardwon.observations ADD COLUMN letter_count integer;
ALTER TABLE hardwon.observations ADD COLUMN language integer;

-- An older hardwon would change a document and leave its words as they were.
UPDATE hardwon.about SET value = '4' WHERE key = 'oldest';
