import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { FieldSpec } from "./form-field";

/** The password again, and a code where this person has two-step sign-in on. `id` where a page has several such forms. */
export function proofSpecs(
  words: DashboardWords,
  person: { hasTwoStep: boolean },
  id = "password",
): FieldSpec[] {
  const password: FieldSpec = {
    ...{ kind: "text", type: "password", name: "password", id, autoComplete: "current-password" },
    label: words.text("yourPassword"),
  };
  if (!person.hasTwoStep) return [password];
  const code: FieldSpec = {
    ...{ kind: "text", name: "code", id: `${id}-code`, autoComplete: "one-time-code" },
    label: words.text("code"),
    help: words.text("proofCodeHelp"),
  };
  return [password, code];
}
