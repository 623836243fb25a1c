/** The hidden field that names the store for which a dashboard form was opened. */
export const openedForField = "openedFor";

/**
 * The hidden field that names the person whose page held the form. It is no proof: it only selects who sees a draft
 * again.
 */
export const openedByField = "openedBy";

/** Whether a field may be stored while the user signs in again. Never passwords, secrets, codes or account numbers. */
export function mayBeStored(name: string): boolean {
  return !/password|secret|token|credential|^(code|number|accountNumber)$/i.test(name);
}

/** The hidden fields of a form that keeps what is typed: its page, this opening of it, when it was sent; and its button. */
export const draftFields = {
  page: "draftPage",
  opening: "draftOpening",
  turn: "draftTurn",
  keep: "draftKeep",
} as const;

/** The hidden field that names one press of the form's button: a UUID of the page's script, the same for each try. */
export const pressedField = "pressed";

/** The fields of a form that are ours and that nobody typed. */
export const ownFields: readonly string[] = [
  ...[openedForField, openedByField, pressedField],
  ...Object.values(draftFields),
];
