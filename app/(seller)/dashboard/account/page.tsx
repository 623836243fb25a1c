import { FieldForm } from "@/app/_forms/field-form";
import { fieldSpecs, proofSpecs } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Press, TextLink } from "@/components/dashboard/pieces";
import { Facts, Section } from "@/components/ui/blocks";
import { type CurrentPerson, type CurrentSeller, currentPerson } from "@/lib/auth/current-seller";
import { may } from "@/lib/domain/roles";
import { passwordMinCharacters } from "@/lib/services/people/accounts/verify-password";
import { accountPath, newEmailPath, newStorePath } from "../paths";
import { roleKeys } from "../words";
import { AccountPage } from "./account-page";
import { changeNameAction, changePasswordAction, changeTimeZoneAction, switchStoreAction } from "./actions";
import { personWords, titledForPerson, zoneFields } from "./person-words";

export const generateMetadata = titledForPerson("account");

export default async function AccountStartPage() {
  const person = await currentPerson();
  const words = personWords(person);
  return (
    <AccountPage person={person} at={accountPath} title="account" purpose="accountMeans">
      <WhoYouAre user={person.user} words={words} />
      {person.user.isOperator ? <OperatorZone user={person.user} words={words} /> : null}
      {person.seller ? <Stores seller={person.seller} words={words} /> : null}
      <Section title={words.text("changePassword")}>
        <p className="my-4 text-ink-2">{words.text("changePasswordMeans")}</p>
        <FieldForm
          action={changePasswordAction}
          submit={words.text("changePassword")}
          fields={[
            ...proofSpecs(words, person.user),
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

function WhoYouAre({ user, words }: { user: CurrentPerson["user"]; words: DashboardWords }) {
  return (
    <Section title={words.text("whoYouAre")}>
      <Facts
        items={[
          {
            label: words.text("email"),
            value: (
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <bdi className="wrap-anywhere">{user.email}</bdi>
                <TextLink href={newEmailPath}>{words.text("changeEmail")}</TextLink>
              </span>
            ),
          },
        ]}
      />
      <div className="pt-4">
        <FieldForm
          action={changeNameAction}
          submit={words.text("saveName")}
          look="secondary"
          fields={[
            {
              kind: "text",
              name: "name",
              label: words.text("name"),
              help: words.text("nameHelp"),
              autoComplete: "name",
              value: user.name,
            },
          ]}
        />
      </div>
    </Section>
  );
}

/** Sellers read times in the zone of their store. */
function OperatorZone({ user, words }: { user: CurrentPerson["user"]; words: DashboardWords }) {
  return (
    <Section title={words.text("timeZone")}>
      <div className="pt-4">
        <FieldForm
          action={changeTimeZoneAction}
          submit={words.text("opsZoneSave")}
          look="secondary"
          fields={fieldSpecs(zoneFields, { words }, { timeZone: user.timeZone ?? "UTC" })}
        />
      </div>
    </Section>
  );
}

function Stores({ seller, words }: { seller: CurrentSeller; words: DashboardWords }) {
  return (
    <Section
      title={words.text("yourStores")}
      aside={
        may(seller.role, "store.create") ? (
          <TextLink href={newStorePath}>{words.text("addStore")}</TextLink>
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
              <Press
                action={switchStoreAction}
                fields={{ store: String(store.id) }}
                aria-label={`${words.text("lookAt")}: ${store.name}`}
              >
                {words.text("lookAt")}
              </Press>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
