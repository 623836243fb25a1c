import { FieldForm } from "@/app/_forms/field-form";
import { stamp } from "@/app/_lists/list-view";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Press } from "@/components/dashboard/pieces";
import { Section, StatusMark } from "@/components/ui/blocks";
import { Table } from "@/components/ui/table";
import { mayDo, rolesUnder } from "@/lib/domain/roles";
import { invitationDays } from "@/lib/services/people/team/invite";
import {
  accountStores,
  listTeam,
  type SentInvitation,
  type Teammate,
} from "@/lib/services/people/team/list-team";
import { memberPath } from "../paths";
import { SellerPage, sellerPage } from "../seller-page";
import { type AtStore, roleKeys, titled } from "../words";
import { inviteAction, revokeInvitationAction } from "./actions";
import { roleCards, storesSpecs } from "./stores-fields";

export const generateMetadata = titled("team");

interface Part {
  who: AtStore;
}

export default sellerPage("team", async (who) => {
  const { seller, world, caller, words } = who;
  const [{ people, invitations }, stores] = await Promise.all([
    listTeam(world, caller),
    accountStores(world, caller),
  ]);
  const mayChange = mayDo(seller, "team.change");
  return (
    <SellerPage
      {...who}
      title={words.text("team")}
      purpose={words.rich("teamMeans", { account: <bdi>{seller.account.name}</bdi> })}
    >
      <People people={people} stores={stores} who={who} />
      {mayChange ? (
        <>
          <Invite stores={stores} who={who} />
          <Invitations invitations={invitations} who={who} />
        </>
      ) : (
        <p className="mt-6 text-ink-2">{words.text("onlyManagers")}</p>
      )}
    </SellerPage>
  );
});

type Stores = { id: number; name: string }[];

function People({ who, people, stores }: Part & { people: Teammate[]; stores: Stores }) {
  const { seller, words } = who;
  return (
    <Table
      caption={words.text("people")}
      columns={[
        { label: words.text("person") },
        { label: words.text("role") },
        { label: words.text("twoStep") },
        { label: words.text("lastSeen"), onPhone: words.text("lastSeen") },
        { label: words.text("change"), align: "end" },
      ]}
      rows={people.map((person) => ({
        key: String(person.userId),
        cells: [
          <Name key="name" person={person} isSelf={person.userId === seller.user.id} words={words} />,
          <RoleOf key="role" {...{ person, stores, words }} />,
          person.isProtected ? (
            <StatusMark key="safe" tone="plain" word={words.text("protectedMark")} />
          ) : (
            <StatusMark key="safe" tone="ended" word={words.text("unprotected")} />
          ),
          person.lastSeenAt ? stamp(person.lastSeenAt, who) : words.text("never"),
          // Oneself, to leave; others where one may.
          mayDo(seller, "team.change") || person.userId === seller.user.id ? (
            <a
              key="change"
              className="inline-flex min-h-6 items-center underline underline-offset-2"
              href={memberPath(person.userId)}
              aria-label={words.text("changeOf", { name: person.name })}
            >
              {words.text("change")}
            </a>
          ) : null,
        ],
      }))}
    />
  );
}

/** The role, and under it the stores to which they are limited. */
function RoleOf({ person, stores, words }: { person: Teammate; stores: Stores; words: DashboardWords }) {
  const names = stores.filter(({ id }) => person.storeIds.includes(id)).map(({ name }) => name);
  return (
    <span className="min-w-0">
      {words.text(roleKeys[person.role].name)}
      {names.length > 0 ? (
        <span className="block text-label text-ink-2">
          <bdi>{names.join(", ")}</bdi>
        </span>
      ) : null}
    </span>
  );
}

function Name({ person, isSelf, words }: { person: Teammate; isSelf: boolean; words: DashboardWords }) {
  return (
    <span className="min-w-0">
      <bdi className="font-medium">{person.name}</bdi>
      {isSelf ? <span className="text-ink-2"> ({words.text("you")})</span> : null}
      <span className="block text-label wrap-anywhere text-ink-2">{person.email}</span>
    </span>
  );
}

function Invitations({ who, invitations }: Part & { invitations: SentInvitation[] }) {
  const { seller, words } = who;
  return (
    <div className="mt-10">
      <Section title={words.text("invitations")}>
        {invitations.length === 0 ? (
          <p className="border-b border-rule py-4 text-ink-2">{words.text("noInvitations")}</p>
        ) : (
          <ul>
            {invitations.map(({ id, email, role, expiresAt }) => (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule py-3"
              >
                <span className="min-w-0">
                  <bdi className="wrap-anywhere">{email}</bdi>
                  <span className="block text-label text-ink-2">
                    {words.text(roleKeys[role].name)} · {words.text("invitedUntil")} {stamp(expiresAt, who)}
                  </span>
                </span>
                {rolesUnder(seller.role).includes(role) ? (
                  <Press
                    action={revokeInvitationAction}
                    fields={{ invitation: String(id) }}
                    aria-label={words.text("takeBackOf", { email })}
                  >
                    {words.text("takeBack")}
                  </Press>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}

function Invite({ who, stores }: Part & { stores: Stores }) {
  const { words, world } = who;
  const means = world.mailer ? "inviteMeans" : "inviteByHand";
  return (
    <div className="mt-6">
      <FieldForm
        fold={words.text("invite")}
        action={inviteAction}
        submit={words.text(world.mailer ? "inviteSend" : "inviteLink")}
        note={<p className="text-ink-2">{words.text(means, { days: String(invitationDays) })}</p>}
        more={words.text("memberStores")}
        fields={[
          { kind: "text", name: "email", label: words.text("email"), type: "email" },
          roleCards(who, "support"),
          ...storesSpecs({ words, stores }, []).map((field) => ({ ...field, folded: true })),
        ]}
      />
    </div>
  );
}
