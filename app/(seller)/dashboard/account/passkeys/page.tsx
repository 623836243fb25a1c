import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import { PasskeyForm } from "@/app/_forms/passkey-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Section, Timestamp } from "@/components/ui/blocks";
import { currentPerson } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type ListedPasskey, listPasskeys } from "@/lib/services/people/accounts/passkeys";
import { passkeysPath } from "../../paths";
import { AccountPage } from "../account-page";
import { personWords, titledForPerson, zoneOf } from "../person-words";
import { addPasskeyAction, beginPasskeyAction, removePasskeyAction, renamePasskeyAction } from "./actions";

export const generateMetadata = titledForPerson("passkeys");

export default async function PasskeysPage() {
  const person = await currentPerson();
  const words = personWords(person);
  const { isPossible, passkeys } = await listPasskeys(systemWorld(), person.user.id);
  return (
    <AccountPage person={person} at={passkeysPath} title="passkeys" purpose="passkeysMeans">
      <ul className="border-t-2 border-ink">
        {passkeys.map((passkey) => (
          <PasskeyItem
            key={passkey.id}
            passkey={passkey}
            words={words}
            timeZone={zoneOf(person)}
            user={person.user}
          />
        ))}
        {passkeys.length === 0 ? (
          <li className="border-b border-rule py-4 text-ink-2">{words.text("noPasskeys")}</li>
        ) : null}
      </ul>
      <div className="mt-10">
        <Section title={words.text("passkeyAdd")}>
          <div className="mt-4">
            {isPossible ? (
              <PasskeyForm
                begin={beginPasskeyAction}
                end={addPasskeyAction}
                submit={words.text("passkeyAdd")}
                fields={[
                  {
                    ...{ kind: "text", name: "name", label: words.text("passkeyName") },
                    help: words.text("passkeyNameHelp"),
                  },
                  ...proofSpecs(words, person.user),
                ]}
                words={{ needsScript: words.text("passkeyNeedsScript"), failed: words.text("passkeyFailed") }}
              />
            ) : (
              <p className="max-w-[68ch] text-ink-2">{words.text("passkeyNeedsHttps")}</p>
            )}
          </div>
        </Section>
      </div>
    </AccountPage>
  );
}

function PasskeyItem(props: {
  passkey: ListedPasskey;
  user: { hasTwoStep: boolean };
  words: DashboardWords;
  timeZone: string;
}) {
  const { passkey, words, timeZone, user } = props;
  const { id, name, createdAt, lastUsedAt } = passkey;
  const times = { timeZone, locale: words.locale };
  return (
    <li className="grid gap-2 border-b border-rule py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <bdi className="wrap-anywhere font-medium">{name}</bdi>
          <p className="text-label text-ink-2">
            {words.text("passkeyMade")} <Timestamp at={createdAt} {...times} /> ·{" "}
            {lastUsedAt ? (
              <>
                {words.text("passkeyUsed")} <Timestamp at={lastUsedAt} {...times} />
              </>
            ) : (
              words.text("passkeyUnused")
            )}
          </p>
        </div>
      </div>
      <FieldForm
        fold={words.text("rename")}
        action={renamePasskeyAction}
        submit={words.text("rename")}
        look="secondary"
        hidden={{ passkey: id }}
        fields={[
          { kind: "text", name: "name", id: `name-${id}`, label: words.text("passkeyName"), value: name },
        ]}
      />
      <FieldForm
        fold={words.text("removeOne")}
        action={removePasskeyAction}
        submit={words.text("removePasskey", { name })}
        look="danger"
        hidden={{ passkey: id }}
        fields={proofSpecs(words, user, `remove-${id}`)}
      />
    </li>
  );
}
