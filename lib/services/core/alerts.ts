import { Prisma } from "@/lib/db/client";
import { type AlertEvent, defaultChoices } from "@/lib/domain/alerts";
import type { Money } from "@/lib/domain/money";
import { storableJson } from "@/lib/domain/text";

/** A fact that people of a store may want to be told of. */
export interface NewAlert {
  storeId: number;
  /** What a person can choose. */
  event: AlertEvent;
  /** Which text of the catalogue `notice` tells it. */
  kind: `alert_${string}`;
  /** Names the fact, so that a person is told once on each channel. */
  fact: string;
  amount?: Money;
  /** The other values of the text. */
  details: Record<string, string>;
  /** A mail of its own tells it, so this alert goes only to the other channels. */
  hasMail?: boolean;
}

/**
 * A part of a statement, `alerted`: it writes one row for each person and channel that wants to hear of these facts.
 * Who may hear is asked again when the row is told. A fact that was written before is not written again.
 */
export function insertAlerts(storeId: number, alerts: readonly NewAlert[], now: Date): Prisma.Sql {
  const column = (value: (alert: NewAlert) => string | null) => alerts.map(value);
  return Prisma.sql`
    alerted AS (
      INSERT INTO alerts (store_id, account_id, user_id, channel, event, kind, fact, currency, amount_minor, details,
        due_at, created_at)
      SELECT ${storeId}, m.account_id, m.user_id, chosen.channel::message_channel, fact.event, fact.kind, fact.fact,
        fact.currency, fact.minor, fact.details::jsonb, ${now}::timestamptz, ${now}::timestamptz
      FROM unnest(
        ${column(({ event }) => event)}::text[], ${column(({ kind }) => kind)}::text[],
        ${column(({ fact }) => fact)}::text[], ${column(({ amount }) => amount?.currency ?? null)}::text[],
        ${column(({ amount }) => amount?.minor.toString() ?? null)}::bigint[],
        ${column(({ details }) => storableJson(details))}::text[],
        ${column(({ hasMail }) => String(hasMail === true))}::boolean[]
      ) AS fact(event, kind, fact, currency, minor, details, has_mail)
      JOIN members m ON m.account_id = (SELECT account_id FROM stores WHERE id = ${storeId})
        AND (m.store_ids = '{}' OR ${storeId} = ANY (m.store_ids))
      LEFT JOIN alert_settings s ON s.account_id = m.account_id AND s.user_id = m.user_id
      CROSS JOIN LATERAL (
        SELECT split_part(choice, '/', 1) AS event, split_part(choice, '/', 2) AS channel
        FROM unnest(CASE WHEN s.has_chosen THEN s.choices ELSE ${[...defaultChoices]}::text[] END) AS choice
      ) AS chosen
      WHERE (m.role = 'owner' OR s.allowed) AND chosen.event = fact.event
        AND CASE chosen.channel
          WHEN 'email' THEN NOT fact.has_mail
          WHEN 'push' THEN EXISTS (SELECT 1 FROM push_devices d WHERE d.user_id = m.user_id)
          ELSE EXISTS (SELECT 1 FROM users u WHERE u.id = m.user_id AND u.phone IS NOT NULL)
        END
      ON CONFLICT DO NOTHING
      RETURNING id
    )`;
}
