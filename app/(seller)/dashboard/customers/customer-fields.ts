import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";

type Values = Partial<
  Record<"name" | "email" | "phone" | "company" | "city" | "country" | "address", string | null>
>;

/** The form of a customer, empty or with what is known. */
export function customerFields(values: Values, words: DashboardWords): FieldSpec[] {
  const of = (name: keyof Values) => values[name] ?? "";
  return [
    { kind: "text", name: "name", label: words.text("customerName"), value: of("name") },
    {
      kind: "text",
      name: "email",
      label: words.text("customerEmail"),
      help: words.text("emailOrPhone"),
      inputMode: "email",
      value: of("email"),
    },
    { kind: "text", name: "phone", label: words.text("phone"), value: of("phone") },
    { kind: "text", name: "company", label: words.text("company"), value: of("company") },
    { kind: "text", name: "address", label: words.text("addressLine"), value: of("address") },
    { kind: "text", name: "city", label: words.text("city"), value: of("city") },
    { kind: "text", name: "country", label: words.text("country"), value: of("country") },
  ];
}

/** Set by the seller, who asked the customer: an import or a payment does not give consent. */
export function marketingField(
  { acceptsMarketing }: { acceptsMarketing: boolean },
  words: DashboardWords,
): FieldSpec {
  return {
    ...{ kind: "boxes", name: "marketing", label: words.text("marketing") },
    options: [{ value: "yes", label: words.text("marketingAgreed") }],
    value: acceptsMarketing ? ["yes"] : [],
  };
}
