import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { fieldSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import { feeWords } from "@/app/_home/fee-words";
import { serviceName } from "@/app/service-name";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { currentSession } from "@/lib/auth/session";
import { acceptedCountry, modernZone } from "@/lib/domain/country";
import { say } from "@/lib/domain/refusal";
import { env } from "@/lib/env";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readCollectedCountries } from "@/lib/services/money/checkout/prompt-limit";
import { usualPlaces } from "@/lib/services/people/accounts/places";
import { readFirstPlan } from "@/lib/services/people/accounts/write-store";
import { problemText } from "@/lib/text/problem";
import { signUpAction } from "../actions";
import { DemoPage, titledForVisitor, VisitorPage, visitorWords } from "../visitor-page";
import { signUpFields } from "./fields";
import { SignUpForm, type SignUpFormProps, type Usual } from "./sign-up-form";

export const generateMetadata = titledForVisitor("createAnAccount");

type Chosen = Partial<
  Record<"country" | "currency" | "timeZone" | "language" | "zone" | "only", string | string[]>
>;

/** With `country` and the fields that follow it, or the browser's `zone`, the page is for these; with `only` its lists hold no more than these (place.ts). */
export default async function SignUpPage({ searchParams }: { searchParams: Promise<Chosen> }) {
  const session = await currentSession();
  if (session?.memberships.length) redirect("/dashboard");
  if (systemWorld().config.publicDemo) return <DemoPage title="createAnAccount" />;
  const words = await visitorWords();
  const places = usualPlaces();
  const search = await searchParams;
  const chosen = await chosenIn(search, places);
  const fields = fieldSpecs(signUpFields, { words });
  const country = chosen.country?.[0] ?? "";
  const own = places[country];
  const few = new Set([...Object.values(chosen).flat(), own?.language, ...(own?.zones ?? [])]);
  return (
    <VisitorPage
      words={words}
      title={words.text("createAnAccount")}
      purpose={words.text("signUpMeans")}
      footer={
        <p>
          {words.text("haveAccount")} <a href="/sign-in">{words.text("signIn")}</a>
        </p>
      }
      aside={<Promises words={words} />}
    >
      <SignUpForm
        action={signUpAction}
        texts={textsOf(words)}
        chosen={chosen}
        usual={await usual(search.only && own ? { [country]: own } : places)}
        fields={search.only ? fields.map((field) => withOnly(field, few)) : fields}
      />
    </VisitorPage>
  );
}

function withOnly(field: FieldSpec, values: Set<string | undefined>): FieldSpec {
  if (field.kind !== "select") return field;
  return { ...field, options: field.options.filter(({ value }) => values.has(value)) };
}

/** By field. */
async function chosenIn(search: Chosen, usual: Places): Promise<Record<string, string[]>> {
  const { country, currency, timeZone, language, zone } = search;
  const first = (value: string | string[] | undefined) => [value ?? []].flat().slice(0, 1);
  return {
    ...{ currency: first(currency), timeZone: first(timeZone), language: first(language) },
    country: country ? first(country) : [await guessOf(usual, first(zone)[0])],
  };
}

/** What the browser's languages name; a phone set to American English is common everywhere, its time zone is not. */
async function guessOf(usual: Places, zone = ""): Promise<string> {
  const accepted = acceptedCountry((await headers()).get("accept-language") ?? "") ?? "";
  const having = Object.keys(usual).filter((code) => usual[code]?.zones.includes(modernZone(zone)));
  if (having.includes(accepted)) return accepted;
  // Where several have it, the one for which it is the main one.
  return having.find((code) => usual[code]?.zones[0] === modernZone(zone)) ?? having[0] ?? accepted;
}

type Places = ReturnType<typeof usualPlaces>;

async function usual(places: Places): Promise<Usual> {
  const collected = await readCollectedCountries(systemWorld(), places);
  return Object.fromEntries(
    Object.entries(places).map(([code, place]) => [code, { ...place, isCollected: collected.has(code) }]),
  );
}

function textsOf(words: DashboardWords): SignUpFormProps["texts"] {
  // The form fills these in itself, whenever the country changes.
  const country = "{country}";
  const currency = "{currency}";
  return {
    place: words.text("placeSentence", { country, currency, place: "{place}", language: "{language}" }),
    change: words.text("changePlace"),
    usual: words.text("usualIn", { value: "{value}", country }),
    notCollected: words.text("notCollected", { currency, country }),
    submit: words.text("createAccount"),
    signIn: words.text("signIn"),
    newPassword: words.text("setNewPassword"),
    taken: problemText(words.lang, say("account_taken")),
  };
}

/** What this is, what it costs here, and what it promises. */
async function Promises({ words }: { words: DashboardWords }) {
  const plan = await readFirstPlan(systemWorld());
  const { TERMS_URL } = env();
  const facts = [
    words.text("promiseWhat", { service: serviceName() }),
    feeWords(words, plan),
    words.text("promisePayers"),
    words.text("promiseBooks"),
    words.text("promiseTry"),
  ];
  return (
    <>
      <ul className="grid gap-3">
        {facts.map((fact) => (
          <li key={fact} className="border-b border-rule pb-3">
            {fact}
          </li>
        ))}
      </ul>
      {TERMS_URL ? (
        <p className="mt-3">
          <a className="underline underline-offset-2" href={TERMS_URL}>
            {words.text("terms")}
          </a>
        </p>
      ) : null}
    </>
  );
}
