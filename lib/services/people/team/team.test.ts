import { beforeEach, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import type { Role } from "@/lib/domain/roles";
import { listStoreMessages } from "@/lib/services/notify/messages/list";
import { newAccount, newSeller } from "@/lib/testing/accounts";
import { testWorld } from "@/lib/testing/world";
import { NotAllowed, type Seller } from "../accounts/permit";
import { readSession, startSession } from "../accounts/sessions";
import { signUp } from "../accounts/sign-up";
import { verifyPassword } from "../accounts/verify-password";
import { createStore } from "../accounts/write-store";
import { changeRole, changeStores, removeMember } from "./change-member";
import {
  acceptAsNewPerson,
  acceptInvitation,
  inviteMember,
  readInvitation,
  revokeInvitation,
} from "./invite";
import { listTeam } from "./list-team";

const dayMs = 24 * 60 * 60 * 1000;
const password = "a few plain words";
const world = testWorld();
let owner: Seller;

beforeEach(async () => {
  owner = await newSeller(world);
});

const fresh = () => newAccount(world, { ip: null }).email;
const as = (role: Role): Seller => ({ ...owner, role });

async function invite(email: string, role: Role = "support", by = owner): Promise<string> {
  const { link } = await inviteMember(world, by, { email, role });
  return link?.split("/invitation/")[1] ?? "";
}

/** Somebody of the team, as they act. */
async function join(role: Role): Promise<Seller> {
  const token = await invite(fresh(), role);
  const { userId } = await acceptAsNewPerson(world, { token, name: "Baraka", password });
  return { ...owner, userId, role, actor: `user:${userId}` };
}

async function rolesOf(): Promise<Record<number, Role>> {
  const { people } = await listTeam(world, owner);
  return Object.fromEntries(people.map(({ userId, role }) => [userId, role]));
}

test("somebody new joins by the mailed link with a name and a password, once, in the role they were asked for", async () => {
  const email = fresh();
  const token = await invite(` ${email.toUpperCase()} `, "developer");
  expect(await readInvitation(world, token)).toMatchObject({ email, role: "developer", hasPerson: false });
  expect(await readInvitation(world, token)).not.toBeNull();
  const both = await Promise.allSettled([
    acceptAsNewPerson(world, { token, name: "Baraka", password }),
    acceptAsNewPerson(world, { token, name: "Baraka", password }),
  ]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await readInvitation(world, token)).toBeNull();
  const { userId, hasStore } = await verifyPassword(world, { email, password, ip: "192.0.2.9" });
  expect(hasStore).toBe(true);
  expect((await rolesOf())[userId]).toBe("developer");
});

test("somebody with an account joins with it and keeps the stores they have", async () => {
  const other = newAccount(world, { ip: null });
  const made = await signUp(world, other);
  const token = await invite(other.email);
  expect(await readInvitation(world, token)).toMatchObject({ hasPerson: true });
  await expect(acceptAsNewPerson(world, { token, name: "Baraka", password })).rejects.toThrow(Invalid);
  await acceptInvitation(world, made.userId, token);
  const { id } = await startSession(world, made.userId, {
    userAgent: "",
    ip: null,
    isKnown: true,
    by: "password" as const,
  });
  const session = await readSession(world, { id, userId: made.userId, sessionVersion: 1 });
  const seen = session?.memberships.map(({ store, role }) => [store.id, role]) ?? [];
  expect(new Map(seen.map(([store, role]) => [store, role]))).toEqual(
    new Map<unknown, unknown>([
      [owner.storeId, "support"],
      [made.storeId, "owner"],
    ]),
  );
});

test("an invitation to another address is not accepted, and stays open for its own", async () => {
  const stranger = await signUp(world, newAccount(world, { ip: null }));
  const token = await invite(fresh());
  await expect(acceptInvitation(world, stranger.userId, token)).rejects.toThrow(Invalid);
  expect(await readInvitation(world, token)).not.toBeNull();
});

test("a link works for seven days, not after it was taken back, and not after a newer one", async () => {
  const email = fresh();
  const first = await invite(email);
  const second = await invite(email);
  expect(await readInvitation(world, first)).toBeNull();
  const { invitations } = await listTeam(world, owner);
  expect(invitations.map((one) => one.email)).toEqual([email]);
  await revokeInvitation(world, owner, invitations[0]?.id ?? 0);
  await expect(acceptAsNewPerson(world, { token: second, name: "Baraka", password })).rejects.toThrow(
    NotFound,
  );
  const third = await invite(email);
  world.clock.advance(7 * dayMs);
  expect(await readInvitation(world, third)).toBeNull();
  expect((await listTeam(world, owner)).invitations).toEqual([]);
});

test("only the fingerprint of a link is kept, and the store's messages do not show it to every role", async () => {
  const token = await invite(fresh());
  const kept = await world.db.invitation.findFirstOrThrow({ where: { accountId: owner.accountId } });
  expect(Buffer.from(kept.tokenHash).toString("latin1")).not.toContain(token);
  const page = { skip: 0, take: 50 };
  const shown = await listStoreMessages(world, as("viewer"), {}, page);
  expect(
    JSON.stringify(shown, (_, value) => (typeof value === "bigint" ? Number(value) : value)),
  ).not.toContain(token);
});

test("the link is handed out only where the server sends no mail", async () => {
  const mailing = testWorld({ clock: world.clock, mailer: { send: async () => ({ ref: null }) } });
  expect((await inviteMember(mailing, owner, { email: fresh(), role: "viewer" })).link).toBeNull();
  expect((await inviteMember(world, owner, { email: fresh(), role: "viewer" })).link).toContain(
    "/invitation/",
  );
});

test("an admin neither makes, changes nor removes an owner", async () => {
  const admin = await join("admin");
  await expect(invite(fresh(), "owner", admin)).rejects.toThrow(NotAllowed);
  await expect(changeRole(world, admin, owner.userId, "viewer")).rejects.toThrow(NotAllowed);
  await expect(changeRole(world, admin, admin.userId, "owner")).rejects.toThrow(NotAllowed);
  await expect(removeMember(world, admin, owner.userId)).rejects.toThrow(NotAllowed);
  const support = await join("support");
  await changeRole(world, admin, support.userId, "developer");
  expect((await rolesOf())[support.userId]).toBe("developer");
  await removeMember(world, admin, support.userId);
  expect((await rolesOf())[support.userId]).toBeUndefined();
});

test("the last owner is neither made less nor removed; of two, also at the same time, one stays", async () => {
  await expect(changeRole(world, owner, owner.userId, "admin")).rejects.toThrow("last_owner");
  await expect(removeMember(world, owner, owner.userId)).rejects.toThrow("last_owner");
  const second = await join("owner");
  const both = await Promise.allSettled([
    removeMember(world, owner, second.userId),
    removeMember(world, second, owner.userId),
  ]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(Object.values(await rolesOf())).toEqual(["owner"]);
});

test("anybody leaves by themselves; who is removed sees the store no more and their invitations are void", async () => {
  const viewer = await join("viewer");
  await expect(removeMember(world, viewer, owner.userId)).rejects.toThrow(NotAllowed);
  await removeMember(world, viewer, viewer.userId);
  const admin = await join("admin");
  const token = await invite(fresh(), "support", admin);
  const { id } = await startSession(world, admin.userId, {
    userAgent: "",
    ip: null,
    isKnown: true,
    by: "password" as const,
  });
  await removeMember(world, owner, admin.userId);
  expect(await readInvitation(world, token)).toBeNull();
  const session = await readSession(world, { id, userId: admin.userId, sessionVersion: 1 });
  expect(session?.memberships).toEqual([]);
});

test("the team of another account is neither changed nor seen", async () => {
  const other = await newSeller(world);
  await expect(changeRole(world, other, owner.userId, "viewer")).rejects.toThrow(NotFound);
  await expect(removeMember(world, other, owner.userId)).rejects.toThrow(NotFound);
  await invite(fresh());
  const { invitations } = await listTeam(world, owner);
  await expect(revokeInvitation(world, other, invitations[0]?.id ?? 0)).rejects.toThrow(NotFound);
  expect((await listTeam(world, other)).invitations).toEqual([]);
});

test("who is in the team already is not asked again, and twenty invitations an hour are enough", async () => {
  const { people } = await listTeam(world, owner);
  await expect(invite(people[0]?.email ?? "")).rejects.toThrow("in_team");
  for (let asked = 0; asked < 20; asked += 1) await invite(fresh());
  await expect(invite(fresh())).rejects.toThrow("invitations_full");
});

test("an account has twenty stores at most", async () => {
  const store = { storeName: "Branch", country: "UG", currency: "UGX", timeZone: "Africa/Kampala" };
  for (let made = 1; made < 20; made += 1) await createStore(world, owner, store);
  await expect(createStore(world, owner, store)).rejects.toThrow("20");
  expect(await world.db.store.count({ where: { accountId: owner.accountId } })).toBe(20);
});

test("somebody is asked for one store: that one is all they have, until they get others", async () => {
  const store = { storeName: "Second", country: "UG", currency: "UGX", timeZone: "Africa/Kampala" };
  const { id: second } = await createStore(world, owner, store);
  const wanted = (access: string, storeIds: number[]) => ({ access, storeIds });
  const ask = (role: Role, limit: ReturnType<typeof wanted>) =>
    inviteMember(world, owner, { email: fresh(), role, ...limit });
  await expect(ask("owner", wanted("some", [second]))).rejects.toThrow("owner_all_stores");
  await expect(ask("admin", wanted("some", []))).rejects.toThrow("choose_stores");
  const stranger = await newSeller(world);
  await expect(ask("admin", wanted("some", [stranger.storeId]))).rejects.toThrow("choose_stores");
  await expect(ask("admin", wanted("sum", [owner.storeId]))).rejects.toThrow("choose_stores");

  const { link } = await ask("admin", wanted("some", [second, stranger.storeId]));
  const token = link?.split("/invitation/")[1] ?? "";
  const { userId, storeId } = await acceptAsNewPerson(world, { token, name: "Baraka", password });
  expect(storeId).toBe(second);
  const device = { userAgent: "", ip: null, isKnown: true, by: "password" as const };
  const { id } = await startSession(world, userId, device);
  const stores = async () => {
    const session = await readSession(world, { id, userId, sessionVersion: 1 });
    return session?.memberships.map((one) => [one.store.id, one.onlyStores]);
  };
  expect(await stores()).toEqual([[second, [second]]]);
  // They manage nobody, and see with whom they share the store.
  const limited = { ...owner, userId, storeId, role: "admin" as const, onlyStores: [second] };
  const admin = { ...limited, storeId: second, actor: `user:${userId}` };
  await expect(invite(fresh(), "viewer", admin)).rejects.toThrow("role_all_stores");
  await expect(changeStores(world, admin, userId, wanted("all", []))).rejects.toThrow("role_all_stores");
  await ask("viewer", wanted("some", [owner.storeId]));
  const seen = await listTeam(world, admin);
  expect([seen.people.map((person) => person.userId), seen.invitations]).toEqual([
    [owner.userId, userId],
    [],
  ]);

  await expect(changeStores(world, owner, owner.userId, wanted("some", [second]))).rejects.toThrow(
    "owner_all_stores",
  );
  await changeStores(world, owner, userId, wanted("some", [owner.storeId]));
  expect(await stores()).toEqual([[owner.storeId, [owner.storeId]]]);
  world.clock.advance(1_000);
  await changeStores(world, owner, userId, wanted("all", []));
  expect(await stores()).toEqual([
    [owner.storeId, undefined],
    [second, undefined],
  ]);
  // They are told each time, and not where nothing changed.
  await changeStores(world, owner, userId, wanted("all", []));
  const member = await world.db.user.findUniqueOrThrow({ where: { id: userId } });
  const mails = await world.db.message.findMany({
    where: { recipient: member.email, template: "team_stores_changed" },
    orderBy: { id: "asc" },
  });
  const { name } = await world.db.store.findUniqueOrThrow({ where: { id: owner.storeId } });
  expect(mails.map(({ body }) => /: (.*)\.$/m.exec(body)?.[1])).toEqual([
    name,
    "all, also those that come later",
  ]);
  // Who becomes an owner has all stores.
  await changeStores(world, owner, userId, wanted("some", [second]));
  await changeRole(world, owner, userId, "owner");
  expect((await stores())?.length).toBe(2);
});

test("another store of the account is made by its owner and seen by the whole team", async () => {
  const viewer = await join("viewer");
  const store = { storeName: "Second", country: "UG", currency: "UGX", timeZone: "Africa/Kampala" };
  await expect(createStore(world, viewer, store)).rejects.toThrow(NotAllowed);
  await expect(createStore(world, owner, { ...store, currency: "" })).rejects.toThrow("choose_currency");
  const { id: storeId } = await createStore(world, owner, store);
  const { id } = await startSession(world, viewer.userId, {
    userAgent: "",
    ip: null,
    isKnown: true,
    by: "password" as const,
  });
  const session = await readSession(world, { id, userId: viewer.userId, sessionVersion: 1 });
  expect(session?.memberships.map((one) => one.store.id)).toEqual([owner.storeId, storeId]);
});
