import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import { ButtonLink } from "@/components/ui/button";
import { currentPerson } from "@/lib/auth/current-seller";
import { accountPath } from "../../paths";
import { AccountPage } from "../account-page";
import { changeEmailAction } from "../actions";
import { personWords, titledForPerson } from "../person-words";

export const generateMetadata = titledForPerson("changeEmail");

/** Requests a change of address; the link mailed to the new address completes it. */
export default async function ChangeEmailPage() {
  const person = await currentPerson();
  const words = personWords(person);
  return (
    <AccountPage person={person} at={accountPath} title="changeEmail" purpose="accountMeans">
      <p className="mb-6 max-w-[68ch] text-ink-2">
        {words.rich("changeEmailMeans", {
          email: <bdi className="wrap-anywhere font-medium text-ink">{person.user.email}</bdi>,
        })}
      </p>
      <FieldForm
        action={changeEmailAction}
        submit={words.text("changeEmailSend")}
        note={
          <ButtonLink look="quiet" href={accountPath}>
            {words.text("cancel")}
          </ButtonLink>
        }
        fields={[
          {
            kind: "text",
            type: "email",
            inputMode: "email",
            name: "email",
            label: words.text("newEmail"),
            autoComplete: "email",
          },
          ...proofSpecs(words, person.user),
        ]}
      />
    </AccountPage>
  );
}
