import { FieldForm } from "@/app/_forms/field-form";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/page-header";
import { type CurrentSeller, currentPerson } from "@/lib/auth/current-seller";
import { may } from "@/lib/domain/roles";
import { passwordMinCharacters } from "@/lib/services/accounts/password-rules";
import { roleKeys } from "../role-key";
import { problemTitles } from "../words";
import { AccountPage, personWords, titledForPerson } from "./account-page";
import { changePasswordAction, switchStoreAction } from "./actions";
import { accountPath, newStorePath } from "./paths";

export const generateMetadata = titledForPerson("account");

export default async function AccountStartPage() {
  const person = await currentPerson();
  const words = personWords(person);
  return (
    <AccountPage person={person} at={accountPath} title="account" purpose="accountMeans">
      <Facts
        items={[
          { label: words.text("name"), value: <bdi>{person.user.name}</bdi> },
          { label: words.text("email"), value: <bdi className="wrap-anywhere">{person.user.email}</bdi> },
        ]}
      />
      {person.seller ? <Stores seller={person.seller} words={words} /> : null}
      <Section title={words.text("changePassword")}>
        <p className="my-4 text-ink-2">{words.text("changePasswordMeans")}</p>
        <FieldForm
          action={changePasswordAction}
          titles={problemTitles(words)}
          submit={words.text("changePassword")}
          fields={[
            {
              kind: "text",
              name: "password",
              label: words.text("yourPassword"),
              type: "password",
              autoComplete: "current-password",
            },
            {
              kind: "text",
              name: "newPassword",
              label: words.text("newPassword"),
              type: "password",
              autoComplete: "new-password",
              help: words.text("passwordHelp", { count: String(passwordMinCharacters) }),
            },
          ]}
        />
      </Section>
    </AccountPage>
  );
}

function Stores({ seller, words }: { seller: CurrentSeller; words: DashboardWords }) {
  return (
    <Section
      title={words.text("yourStores")}
      aside={
        may(seller.role, "store.create") ? (
          <a className="underline underline-offset-2" href={newStorePath}>
            {words.text("addStore")}
          </a>
        ) : null
      }
    >
      <ul>
        {seller.memberships.map(({ store, role }) => (
          <li
            key={store.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule py-3"
          >
            <span className="min-w-0">
              <bdi className="wrap-anywhere font-medium">{store.name}</bdi>
              <span className="block text-label text-ink-2">
                {words.text(roleKeys[role].name)} · {store.currency}
              </span>
            </span>
            {store.id === seller.store.id ? (
              <span className="text-label text-ink-2">{words.text("lookingAt")}</span>
            ) : (
              <ActionForm to={{ action: switchStoreAction, fields: { store: String(store.id) } }}>
                <Button aria-label={`${words.text("lookAt")}: ${store.name}`}>{words.text("lookAt")}</Button>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
