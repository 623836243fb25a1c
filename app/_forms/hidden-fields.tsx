import type { FormState } from "@/lib/auth/form-state";

/**
 * What a form knows besides what is typed. What was typed on a page agrees to what that page said (`seen`), also when it
 * is shown again; after it was told what changed, to what is so now.
 */
export function HiddenFields({
  fields,
  state,
}: {
  fields: Record<string, string>;
  state: Pick<FormState<unknown>, "values">;
}) {
  return Object.entries(fields).map(([name, value]) => (
    <input
      key={name}
      type="hidden"
      name={name}
      value={name === "seen" ? (state.values.seen?.[0] ?? value) : value}
    />
  ));
}
