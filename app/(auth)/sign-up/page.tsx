import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { fieldSpecs } from "@/app/_forms/fields";
import { feeWords } from "@/app/_home/fee-words";
import { serviceName } from "@/app/service-name";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { currentSession } from "@/lib/auth/session";
import { acceptedCountry } from "@/lib/domain/country";
import { env } from "@/lib/env";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readCollectedCountries } from "@/lib/services/money/checkout/prompt-limit";
import { usualPlaces } from "@/lib/services/people/accounts/places";
import { readFirstPlan } from "@/lib/services/people/accounts/write-store";
import { signUpAction } from "../actions";
import { titledForVisitor, VisitorPage, visitorWords } from "../visitor-page";
import { signUpFields } from "./fields";
import { SignUpForm, type SignUpFormProps } from "./sign-up-form";

export const generateMetadata = titledForVisitor("createAnAccount");

export default async function SignUpPage() {
  const session = await currentSession();
  if (session?.memberships.length) redirect("/dashboard");
  const words = await visitorWords();
  const guess = acceptedCountry((await headers()).get("accept-language") ?? "") ?? "";
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
        guess={guess}
        usual={await usual()}
        fields={fieldSpecs(signUpFields, { words })}
      />
    </VisitorPage>
  );
}

async function usual(): Promise<SignUpFormProps["usual"]> {
  const places = usualPlaces();
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
