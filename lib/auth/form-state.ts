/** What a form knows after it was sent: what was wrong, what was typed (never a password), and what came of it. */
export interface FormState<Result = never> {
  /** Grows with each try, so that fields start afresh with what was typed. */
  tries: number;
  /** What is wrong with the whole, or null. */
  message: string | null;
  errors: Record<string, string[]>;
  values: Record<string, string[]>;
  /** Set on success where the page goes on showing something. */
  result: Result | null;
  /** Said above a form that was never taken: its writer was signed out, and what they typed stands in it again. */
  kept?: { title: string; text: string };
}

export const freshForm: FormState = { tries: 0, message: null, errors: {}, values: {}, result: null };
