import { notFound } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Facts, PageHeader, Section, Timestamp } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { mayDo, rolesUnder } from "@/lib/domain/roles";
import { systemWorld } from "@/lib/services/desk/system-world";
import { listTeam, type Teammate } from "@/lib/services/people/team/list-team";
import { accountStores } from "@/lib/services/people/team/stores";
import { roleKeys } from "../../role-key";
import { SellerPage } from "../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../words";
import { changeRoleAction, changeStoresAction, removeMemberAction } from "../actions";
import { storesSpecs } from "../stores-fields";

export const generateMetadata = titled("team");

interface Part {
  member: Teammate;
  seller: CurrentSeller;
  words: DashboardWords;
}

export default async function MemberPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const { id } = await params;
  const caller = seller.caller(true);
  const [{ people }, stores] = await Promise.all([
    listTeam(systemWorld(), caller),
    accountStores(systemWorld(), caller),
  ]);
  const member = people.find(({ userId }) => String(userId) === id);
  if (!member) notFound();
  const part = { member, seller, words };
  return (
    <SellerPage seller={seller} section="team" here={member.name}>
      <PageHeader title={<bdi>{member.name}</bdi>} purpose={<bdi>{member.email}</bdi>} />
      <Facts
        items={[
          { label: words.text("role"), value: words.text(roleKeys[member.role].name) },
          {
            label: words.text("lastSeen"),
            value: member.lastSeenAt ? (
              <Timestamp at={member.lastSeenAt} timeZone={seller.store.timeZone} locale={words.locale} />
            ) : (
              words.text("never")
            ),
          },
        ]}
      />
      <ChangeRole {...part} />
      <ChangeStores {...part} stores={stores} />
      <Remove {...part} />
    </SellerPage>
  );
}

function ChangeRole({ member, seller, words }: Part) {
  if (!mayDo(seller, "team.change")) return <p className="mt-6 text-ink-2">{words.text("onlyManagers")}</p>;
  const under = rolesUnder(seller.role);
  if (!under.includes(member.role)) return <p className="mt-6 text-ink-2">{words.text("onlyOwners")}</p>;
  const options = under.map((role) => ({ value: role, label: words.text(roleKeys[role].name) }));
  return (
    <div className="mt-10">
      <Section title={words.text("changeRole")}>
        <div className="mt-4">
          <FieldForm
            action={changeRoleAction}
            titles={problemTitles(words)}
            submit={words.text("changeRole")}
            hidden={{ member: String(member.userId) }}
            fields={[
              { kind: "select", name: "role", label: words.text("role"), options, value: member.role },
            ]}
          />
        </div>
      </Section>
    </div>
  );
}

/** An owner has all stores, and with one store there is nothing to choose. */
function ChangeStores({ member, seller, words, stores }: Part & { stores: { id: number; name: string }[] }) {
  const under = mayDo(seller, "team.change") && rolesUnder(seller.role).includes(member.role);
  const fields = storesSpecs({ words, stores }, member.storeIds);
  if (!under || member.role === "owner" || fields.length === 0) return null;
  return (
    <div className="mt-10">
      <Section title={words.text("changeStores")}>
        <div className="mt-4">
          <FieldForm
            action={changeStoresAction}
            titles={problemTitles(words)}
            submit={words.text("changeStores")}
            hidden={{ member: String(member.userId) }}
            fields={fields}
          />
        </div>
      </Section>
    </div>
  );
}

/** Oneself always; others where one's role is above theirs. */
function Remove({ member, seller, words }: Part) {
  const isSelf = member.userId === seller.user.id;
  if (!isSelf && !(mayDo(seller, "team.change") && rolesUnder(seller.role).includes(member.role)))
    return null;
  const title = isSelf ? words.text("leave") : words.text("removeFromTeam");
  return (
    <div className="mt-10">
      <Section title={title}>
        <p className="my-4 text-ink-2">
          {isSelf
            ? words.rich("leaveMeans", { account: <bdi>{seller.account.name}</bdi> })
            : words.rich("removeMeans", { name: <bdi>{member.name}</bdi> })}
        </p>
        <ActionForm to={{ action: removeMemberAction, fields: { member: String(member.userId) } }}>
          <Button look="danger">{title}</Button>
        </ActionForm>
      </Section>
    </div>
  );
}
