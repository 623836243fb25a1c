import type { ProblemSlots } from "./generated/problem-slots";
import type { Money } from "./money";

/** The problems that input can have: each has its words in lib/text/<language>/problem.json. */
export type ProblemCode = keyof ProblemSlots;

/** A value for a slot of the words. Several names or amounts are listed as the language lists them; a country is named in it. */
export type ProblemValue =
  | string
  | number
  | Money
  | readonly (string | Money)[]
  | { country: string }
  | Problem;

/** A problem by its code. Its words are rendered for the reader, in the reader's language. */
export interface Problem {
  code: ProblemCode;
  values: Readonly<Record<string, ProblemValue>>;
}

/** Problems by field; `form` is for the whole. */
export type Problems = Record<string, Problem[]>;

type ValuesOf<Code extends ProblemCode> = [ProblemSlots[Code]] extends [never]
  ? []
  : [Record<ProblemSlots[Code], ProblemValue>];

/** A problem with the values that its words need. */
export function say<Code extends ProblemCode>(code: Code, ...values: ValuesOf<Code>): Problem {
  return { code, values: values[0] ?? {} };
}
