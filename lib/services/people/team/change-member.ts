import { Invalid, say } from "@/lib/domain/refusal";
import { roles } from "@/lib/domain/roles";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit, type Seller } from "../accounts/permit";
import {
  isLastOwner,
  limitOf,
  lockTeam,
  memberOf,
  notifyMember,
  requireUnder,
  type WantedStores,
} from "./list-team";

const lastOwner = say("last_owner");

/**
 * Changes the role of a team member, from their next request on, and notifies them. Throws NotAllowed, NotFound, or
 * Invalid on `role`.
 */
export async function changeRole(
  world: World,
  seller: Seller,
  userId: number,
  wanted: string,
): Promise<{ name: string }> {
  permit(seller, "team.change");
  const role = roles.find((known) => known === wanted);
  if (!role) throw new Invalid({ role: [say("choose_role")] });
  requireUnder(seller, role);
  const { accountId, actor } = seller;
  return transact(world, async (unit) => {
    await lockTeam(unit, accountId);
    const member = await memberOf(unit, accountId, userId);
    requireUnder(seller, member.role);
    if (member.role === role) return { name: member.user.name };
    if (await isLastOwner(unit, accountId, member.role)) throw new Invalid({ role: [lastOwner] });
    await unit.tx.member.update({
      where: { accountId_userId: { accountId, userId } },
      data: { role, ...(role === "owner" ? { storeIds: [] } : {}) },
    });
    await unit.audit(
      { accountId, actor },
      { target: `user:${userId}`, action: "team.role_changed", details: { from: member.role, to: role } },
    );
    await notifyMember(world, unit, member, { kind: "team_role_changed", role });
    return { name: member.user.name };
  });
}

/**
 * Gives a team member all stores of the account, or only some, from their next request on, and notifies them. Throws
 * NotAllowed, NotFound, or Invalid on `stores`.
 */
export async function changeStores(
  world: World,
  seller: Seller,
  userId: number,
  wanted: WantedStores,
): Promise<{ name: string }> {
  permit(seller, "team.change");
  const { accountId, actor } = seller;
  return transact(world, async (unit) => {
    await lockTeam(unit, accountId);
    const member = await memberOf(unit, accountId, userId);
    requireUnder(seller, member.role);
    const storeIds = await limitOf(unit, accountId, member.role, wanted);
    if (String(storeIds) === String(member.storeIds)) return { name: member.user.name };
    await unit.tx.member.update({ where: { accountId_userId: { accountId, userId } }, data: { storeIds } });
    const [from, to] = [member.storeIds, storeIds].map((ids) => (ids.length > 0 ? ids.join(", ") : "all"));
    await unit.audit(
      { accountId, actor },
      { target: `user:${userId}`, action: "team.stores_changed", details: { from: `${from}`, to: `${to}` } },
    );
    const stores = await unit.tx.store.findMany({ where: { id: { in: storeIds } }, orderBy: { id: "asc" } });
    const names = stores.map(({ name }) => name);
    await notifyMember(world, unit, member, { kind: "team_stores_changed", stores: names });
    return { name: member.user.name };
  });
}

/**
 * Removes a member from the team, at once and in all of its stores; every member may remove themselves. Their open
 * invitations are revoked. Throws NotAllowed, NotFound, or Invalid on `form` for the last owner.
 */
export async function removeMember(world: World, seller: Seller, userId: number): Promise<{ name: string }> {
  if (userId !== seller.userId) permit(seller, "team.change");
  const { accountId, actor } = seller;
  return transact(world, async (unit) => {
    await lockTeam(unit, accountId);
    const member = await memberOf(unit, accountId, userId);
    if (userId !== seller.userId) requireUnder(seller, member.role);
    if (await isLastOwner(unit, accountId, member.role)) throw new Invalid({ form: [lastOwner] });
    await unit.tx.member.delete({ where: { accountId_userId: { accountId, userId } } });
    await unit.tx.invitation.updateMany({
      where: { accountId, invitedBy: userId, acceptedAt: null, revokedAt: null },
      data: { revokedAt: unit.now },
    });
    await unit.audit(
      { accountId, actor },
      {
        target: `user:${userId}`,
        action: userId === seller.userId ? "team.left" : "team.removed",
        details: { role: member.role },
      },
    );
    await notifyMember(world, unit, member, { kind: "team_removed" });
    return { name: member.user.name };
  });
}
