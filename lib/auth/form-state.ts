/** The state of a form after it was sent: its problems, its values (never a password), and its result. */
export interface FormState<Result = never> {
  /** Increases with each try, so that fields are reset to the typed values. */
  tries: number;
  /** What is wrong with the whole form, or the head of what is wrong with its fields. */
  message: string | null;
  errors: Record<string, string[]>;
  values: Record<string, string[]>;
  /** Set on success where the page shows something more. */
  result: Result | null;
  /** Its thing was saved elsewhere meanwhile: how to say of a field what is saved now, and where to see it. */
  saved?: { says: string; see: { href: string; text: string } | null };
  /** Shown above a form that was not processed, because its user was signed out; its values are restored. */
  kept?: { title: string; text: string };
}

export const freshForm: FormState = { tries: 0, message: null, errors: {}, values: {}, result: null };

/** How often a form was sent before. Whoever calls an action chooses the state too. */
export function triesOf(previous: unknown): number {
  const tries = (previous as Partial<FormState> | null | undefined)?.tries;
  return Number.isSafeInteger(tries) ? Number(tries) : 0;
}

/** What a page hands to its form, and to its button. */
export type FormAction<Result = never> = (
  previous: FormState<Result>,
  form: FormData,
) => Promise<FormState<Result>>;
export type ButtonAction = (form: FormData) => Promise<void>;
