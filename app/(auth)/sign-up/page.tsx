import { redirect } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { problemTitles } from "@/app/(seller)/dashboard/words";
import { currentSession } from "@/lib/auth/session";
import { currencies } from "@/lib/domain/money";
import { countryChoices, timeZones } from "@/lib/services/people/accounts/places";
import { passwordMinCharacters } from "@/lib/services/people/accounts/verify-password";
import { signUpAction } from "../actions";
import { VisitorPage } from "../visitor-page";
import { titledForVisitor, visitorWords } from "../visitor-words";

export const generateMetadata = titledForVisitor("createAnAccount");

export default async function SignUpPage() {
  const session = await currentSession();
  if (session?.memberships.length) redirect("/dashboard");
  const words = await visitorWords();
  const choose = { value: "", label: words.text("choose") };
  const plain = (value: string) => ({ value, label: value.replaceAll("_", " ") });
  return (
    <VisitorPage
      words={words}
      title={words.text("createAnAccount")}
      purpose={words.text("firstStore")}
      footer={
        <p>
          {words.text("haveAccount")} <a href="/sign-in">{words.text("signIn")}</a>
        </p>
      }
    >
      <FieldForm
        action={signUpAction}
        titles={problemTitles(words)}
        submit={words.text("createAccount")}
        fields={[
          { kind: "text", name: "name", label: words.text("nameOfPerson"), autoComplete: "name" },
          {
            kind: "text",
            name: "email",
            label: words.text("email"),
            type: "email",
            autoComplete: "username",
          },
          {
            kind: "text",
            name: "password",
            label: words.text("password"),
            type: "password",
            autoComplete: "new-password",
            help: words.text("passwordHelp", { count: String(passwordMinCharacters) }),
          },
          {
            kind: "text",
            name: "storeName",
            label: words.text("nameOfStore"),
            help: words.text("nameOfStoreHelp"),
            autoComplete: "organization",
          },
          {
            kind: "select",
            name: "country",
            label: words.text("country"),
            options: [choose, ...countryChoices(words.locale)],
          },
          {
            kind: "select",
            name: "currency",
            label: words.text("currency"),
            help: words.text("currencyHelp"),
            options: [choose, ...currencies.map(plain)],
          },
          {
            kind: "select",
            name: "timeZone",
            label: words.text("timeZone"),
            options: [choose, ...timeZones().map(plain)],
          },
        ]}
      />
    </VisitorPage>
  );
}
