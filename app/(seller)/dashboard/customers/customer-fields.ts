import type { Fields } from "@/app/_forms/fields";

/** The form of a customer. */
export const customerFields = {
  name: { kind: "text", label: "customerName" },
  email: { kind: "text", inputMode: "email", label: "customerEmail", help: "emailOrPhone" },
  phone: { kind: "text", label: "phone" },
  company: { kind: "text", label: "company" },
  address: { kind: "text", label: "addressLine" },
  city: { kind: "text", label: "city" },
  country: { kind: "text", label: "country" },
} satisfies Fields;
