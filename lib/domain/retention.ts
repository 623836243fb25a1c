/**
 * What is deleted after a time that the operator chooses, in days: by default, and at least. Less than that would delete
 * what is still needed: a session that may go on, a callback that a rail sends again, what the check of the books reads.
 */
export const retention = {
  requests: { byDefault: 7, least: 1 },
  drafts: { byDefault: 30, least: 1 },
  events: { byDefault: 90, least: 81 },
  callbacks: { byDefault: 90, least: 30 },
  messages: { byDefault: 90, least: 30 },
  alerts: { byDefault: 90, least: 7 },
  places: { byDefault: 90, least: 30 },
  contact_changes: { byDefault: 90, least: 7 },
  sessions: { byDefault: 90, least: 15 },
  invitations: { byDefault: 90, least: 7 },
  sign_ins: { byDefault: 366, least: 366 },
} as const satisfies Record<string, { byDefault: number; least: number }>;

export type Retained = keyof typeof retention;
export type RetentionDays = Record<Retained, number>;
export type RetentionVariable = `RETENTION_${Uppercase<Retained>}_DAYS`;

/** Ten years: what is to be kept longer belongs into an archive. */
export const retentionMostDays = 3_650;

// Safe: the keys of a literal are exactly those of its type.
export const retainedNames = Object.keys(retention) as Retained[];

/** `RETENTION_EVENTS_DAYS` of `events`. */
export function retentionVariable(name: Retained): RetentionVariable {
  return `RETENTION_${name.toUpperCase() as Uppercase<Retained>}_DAYS`;
}

/** The days that a source says of each name. */
export function retentionDays(daysOf: (name: Retained) => number): RetentionDays {
  return Object.fromEntries(retainedNames.map((name) => [name, daysOf(name)])) as RetentionDays;
}

export const defaultRetention = retentionDays((name) => retention[name].byDefault);
