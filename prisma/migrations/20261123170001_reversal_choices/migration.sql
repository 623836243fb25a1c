-- Reversals are an event of their own: who chose to be told of disputes is told of them on the same channels.
UPDATE "alert_settings" SET "choices" = "choices" || ARRAY(
  SELECT 'reversal/' || split_part(choice, '/', 2) FROM unnest("choices") AS choice WHERE choice LIKE 'dispute/%')
WHERE "has_chosen";
