-- The origins of the seller's own sites: only they are told that a payment in a window they opened is done.
ALTER TABLE stores ADD COLUMN sites TEXT[] NOT NULL DEFAULT '{}';
