import type { FieldSpec } from "@/app/_forms/form-field";

type Values = Partial<
  Record<"name" | "email" | "phone" | "company" | "city" | "country" | "address", string | null>
>;

/** The form of a customer, empty or with what is known. */
export function customerFields(values: Values): FieldSpec[] {
  const of = (name: keyof Values) => values[name] ?? "";
  return [
    { kind: "text", name: "name", label: "Name", value: of("name") },
    {
      kind: "text",
      name: "email",
      label: "E-mail",
      help: "An e-mail or a phone is needed, so that the customer is recognised.",
      inputMode: "email",
      value: of("email"),
    },
    { kind: "text", name: "phone", label: "Phone", value: of("phone") },
    { kind: "text", name: "company", label: "Company", value: of("company") },
    { kind: "text", name: "address", label: "Address", value: of("address") },
    { kind: "text", name: "city", label: "City", value: of("city") },
    { kind: "text", name: "country", label: "Country", value: of("country") },
  ];
}
