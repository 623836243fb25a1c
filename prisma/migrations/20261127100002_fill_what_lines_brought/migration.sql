-- no-transaction
-- Shares by the rule of lib/domain/order.ts; few orders have a discount. Charges, a line without a product after the first, take
-- no part. The trigger on lines mends the sums. A killed start does it again.
UPDATE "order_items" i SET "discount_minor" = s."share" FROM (
  SELECT "order_id", "position",
    (div("off" * "seen", "prices") - div("off" * ("seen" - "total_minor"), "prices"))::bigint AS "share"
  FROM (
    SELECT l."order_id", l."position", l."total_minor", o."discount_minor" AS "off",
      sum(l."total_minor") OVER (PARTITION BY l."order_id") AS "prices",
      sum(l."total_minor") OVER (PARTITION BY l."order_id" ORDER BY l."position") AS "seen"
    FROM "order_items" l JOIN "orders" o ON o."id" = l."order_id"
    WHERE o."discount_minor" > 0 AND (l."product_id" IS NOT NULL OR l."position" = 0)
  ) lines WHERE "prices" > 0
) s WHERE i."order_id" = s."order_id" AND i."position" = s."position" AND i."discount_minor" <> s."share";
