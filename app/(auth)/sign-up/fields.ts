import type { Fields } from "@/app/_forms/fields";
import { languageCodes } from "@/lib/domain/languages";
import { countryChoices, currencyChoices, timeZoneChoices } from "@/lib/services/people/accounts/places";
import { passwordMinCharacters } from "@/lib/services/people/accounts/verify-password";

/** Without scripts the browser checks what is required, because a password never comes back. */
export const signUpFields = {
  storeName: {
    ...{ kind: "text", label: "nameOfShop", help: "nameOfStoreHelp" },
    ...{ autoComplete: "organization", required: true, maxLength: 255 },
  },
  email: { kind: "text", type: "email", label: "email", autoComplete: "username", required: true },
  password: {
    ...{ kind: "text", type: "password", label: "password", autoComplete: "new-password" },
    help: ({ words }) => words.text("passwordHelp", { count: String(passwordMinCharacters) }),
    ...{ required: true, minLength: passwordMinCharacters },
  },
  country: {
    ...{ kind: "select", label: "country", required: true },
    options: ({ words }) => [{ value: "", label: words.text("choose") }, ...countryChoices(words.locale)],
  },
  currency: {
    ...{ kind: "select", label: "currency", help: "currencyForGood" },
    options: () => currencyChoices(""),
  },
  timeZone: { kind: "select", label: "timeZone", options: () => timeZoneChoices("") },
  language: {
    ...{ kind: "select", label: "storeLanguage" },
    options: ({ words }) => languageCodes.map((code) => ({ value: code, label: words.text(`lang_${code}`) })),
  },
} satisfies Fields;
