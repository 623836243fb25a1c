import { notFound } from "next/navigation";
import { FieldForm, type FieldFormProps } from "@/app/_forms/field-form";
import { stamp } from "@/app/_lists/list-view";
import { facts, Press } from "@/components/dashboard/pieces";
import { Facts, Section } from "@/components/ui/blocks";
import { mayDo, rolesUnder } from "@/lib/domain/roles";
import { accountStores, listTeam, type Teammate } from "@/lib/services/people/team/list-team";
import { SellerPage, sellerPage } from "../../seller-page";
import { type AtStore, roleKeys, titled } from "../../words";
import { changeRoleAction, changeStoresAction, removeMemberAction } from "../actions";
import { roleCards, storesSpecs } from "../stores-fields";

export const generateMetadata = titled("team");

interface Part {
  member: Teammate;
  who: AtStore;
}

export default sellerPage("team", async (who, { id }) => {
  const { world, caller, words } = who;
  const [{ people }, stores] = await Promise.all([listTeam(world, caller), accountStores(world, caller)]);
  const member = people.find(({ userId }) => String(userId) === id);
  if (!member) notFound();
  const part = { member, who };
  return (
    <SellerPage
      {...who}
      here={member.name}
      title={<bdi>{member.name}</bdi>}
      purpose={<bdi>{member.email}</bdi>}
    >
      <Facts
        items={facts(words, {
          role: words.text(roleKeys[member.role].name),
          lastSeen: member.lastSeenAt ? stamp(member.lastSeenAt, who) : words.text("never"),
        })}
      />
      <ChangeRole {...part} />
      <ChangeStores {...part} stores={stores} />
      <Remove {...part} />
    </SellerPage>
  );
});

function ChangeRole({ who, member }: Part) {
  const { seller, words } = who;
  if (!mayDo(seller, "team.change")) return <p className="mt-6 text-ink-2">{words.text("onlyManagers")}</p>;
  if (!rolesUnder(seller.role).includes(member.role))
    return <p className="mt-6 text-ink-2">{words.text("onlyOwners")}</p>;
  return (
    <Change
      title="changeRole"
      action={changeRoleAction}
      fields={[roleCards(who, member.role)]}
      {...{ who, member }}
    />
  );
}

/** An owner has all stores, and with one store there is nothing to choose. */
function ChangeStores({ who, member, stores }: Part & { stores: { id: number; name: string }[] }) {
  const { seller, words } = who;
  const under = mayDo(seller, "team.change") && rolesUnder(seller.role).includes(member.role);
  const fields = storesSpecs({ words, stores }, member.storeIds);
  if (!under || member.role === "owner" || fields.length === 0) return null;
  return <Change title="changeStores" action={changeStoresAction} {...{ fields, who, member }} />;
}

function Change(
  props: Part & { title: "changeRole" | "changeStores" } & Pick<FieldFormProps, "action" | "fields">,
) {
  const {
    title,
    who: { words },
    member,
    ...form
  } = props;
  return (
    <Section title={words.text(title)}>
      <div className="mt-4">
        <FieldForm {...form} submit={words.text(title)} hidden={{ member: String(member.userId) }} />
      </div>
    </Section>
  );
}

/** Oneself always; others where one's role is above theirs. */
function Remove({ who, member }: Part) {
  const { seller, words } = who;
  const isSelf = member.userId === seller.user.id;
  if (!isSelf && !(mayDo(seller, "team.change") && rolesUnder(seller.role).includes(member.role)))
    return null;
  const title = isSelf ? words.text("leave") : words.text("removeFromTeam");
  return (
    <Section title={title}>
      <p className="my-4 text-ink-2">
        {isSelf
          ? words.rich("leaveMeans", { account: <bdi>{seller.account.name}</bdi> })
          : words.rich("removeMeans", { name: <bdi>{member.name}</bdi> })}
      </p>
      <Press action={removeMemberAction} fields={{ member: String(member.userId) }} look="danger">
        {title}
      </Press>
    </Section>
  );
}
