-- Prices may include a tax. What an order says of it is written when it is made, and no later rate changes it.
ALTER TABLE stores
  ADD COLUMN tax_label TEXT,
  ADD COLUMN tax_rate_ppm INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN tax_from TEXT,
  ADD CONSTRAINT stores_tax_whole CHECK ((tax_label IS NULL) = (tax_from IS NULL) AND (tax_label IS NULL) = (tax_rate_ppm = 0)
    AND tax_rate_ppm BETWEEN 0 AND 500000);
ALTER TABLE products ADD COLUMN is_tax_free BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE orders
  ADD COLUMN tax_label TEXT,
  ADD COLUMN tax_rate_ppm INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN tax_minor BIGINT NOT NULL DEFAULT 0;
-- What of the line is a price with the tax in it, after its share of the discount.
ALTER TABLE order_items ADD COLUMN taxed_minor BIGINT NOT NULL DEFAULT 0;
