import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { Found } from "@/components/dashboard/where-found";
import { phoneNetworkOf } from "@/lib/domain/phone-messages/networks";
import type { RailView } from "@/lib/services/desk/rails/read-rails";
import { countryWord } from "../desk";
import { railFieldWords } from "./words";

/** The fields of a rail's credentials, named `credential.<name>`. `shown`: what is kept, as far as it may be shown. */
export function railFieldSpecs(
  kind: RailView["kind"],
  shown: Record<string, string>,
  words: DashboardWords,
): FieldSpec[] {
  return kind.fields.map((field) => fieldOf(kind.id, field, shown[field.name], words));
}

/** Where a value is found at its provider, by the field's name. Other keys stand among the settings. */
const found: Partial<Record<string, Found>> = {
  ...{
    consumerKey: "app_key",
    consumerSecret: "app_secret",
    shortCode: "sign",
    till: "sign",
    passkey: "mail",
  },
  ...{ initiatorName: "user", initiatorPassword: "user", securityCredential: "lock", certificate: "paper" },
  ...{ listPhone: "sim", standingOrders: "paper", webhookSecret: "hook", webhookHash: "hook" },
  ...{ requireSignedCallbacks: "toggle", targetEnvironment: "paper", country: "paper" },
  ...{ collectionSubscriptionKey: "app_key", disbursementSubscriptionKey: "app_key" },
  ...{ collectionApiUser: "user", disbursementApiUser: "user" },
  ...{ clientId: "app_key", clientSecret: "app_secret", callbackKey: "hook", messageSigning: "toggle" },
  ...{ pin: "lock", pinKey: "paper" },
};

function fieldOf(
  rail: string,
  field: RailView["kind"]["fields"][number],
  shown: string | undefined,
  words: DashboardWords,
): FieldSpec {
  const name = `credential.${field.name}`;
  const told = railFieldWords(rail, field, words);
  const { label } = told;
  const at = found[field.name] ?? (field.kind === "secret" ? "keys" : undefined);
  const drawn = at ? { drawn: { at, alt: words.text(`whereFound_${at}`) } } : {};
  const help = { ...(told.help ? { help: told.help } : {}), folded: field.isOptional === true, ...drawn };
  switch (field.kind) {
    case "switch": {
      const options = [{ value: "true", label: words.text("yes") }];
      return { kind: "boxes", name, label, ...help, options, value: shown === "true" ? ["true"] : [] };
    }
    case "country": {
      const countries = (field.choices ?? []).map((value) => ({ value, label: countryWord(value, words) }));
      const options = [{ value: "", label: words.text("choose") }, ...countries];
      return { kind: "select", name, label, ...help, options, value: shown ?? "" };
    }
    case "network": {
      const networks = (field.choices ?? []).map((code) => ({
        value: code,
        label: phoneNetworkWord(code, words),
      }));
      const options = [{ value: "", label: words.text("choose") }, ...networks];
      return { kind: "select", name, label, ...help, options, value: shown ?? "" };
    }
    case "text":
      return { kind: "text", name, label, ...help, ...(shown ? { value: shown } : {}) };
    case "secret": {
      const kept = shown ? words.text("keptAlready", { shown }) : "";
      const text = [told.help, kept].filter(Boolean).join(" ");
      return {
        ...{
          kind: "text",
          type: "password",
          name,
          label,
          autoComplete: "off",
          folded: help.folded,
          ...drawn,
        },
        ...(text ? { help: text } : {}),
      };
    }
  }
}

/** "M-PESA, Kenya" */
function phoneNetworkWord(code: string, words: DashboardWords): string {
  const found = phoneNetworkOf(code);
  return found ? `${found.displayName}, ${countryWord(found.country, words)}` : code;
}
