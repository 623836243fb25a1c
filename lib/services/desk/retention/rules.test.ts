import { beforeAll, expect, test } from "vitest";
import { retention } from "@/lib/domain/retention";
import { EnvironmentProblem, parseOperatorEnv } from "@/lib/env";
import { databaseOfTheApp, type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { dataMap } from "../data-map";
import { forgetOld, type Rule, readRetention, ruleNames, rules } from "./forget-old";

const world = testWorld();
const dayMs = 24 * 60 * 60 * 1000;
let shop: TestStore;
let operator: { userId: number; actor: string };

beforeAll(async () => {
  shop = await testStore(world);
  operator = { userId: shop.owner.id, actor: `user:${shop.owner.id}` };
  await world.db.user.update({ where: { id: shop.owner.id }, data: { isOperator: true } });
});

test("of every table it is decided whether its rows go with time, and why not", async () => {
  const { rows } = await world.pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace",
  );
  const gone = Object.values<Rule>(rules).flatMap(({ table, also = [] }) => [table, ...also]);
  const { time, ...others } = dataMap;
  const kept = Object.values(others).flatMap((tables) => Object.keys(tables));
  expect([...Object.keys(time), ...kept].sort()).toEqual(rows.map(({ name }) => name).sort());
  expect(gone.filter((name) => !kept.includes(name)).sort()).toEqual(Object.keys(time).sort());
  // Of the log of acts the lines of sign-ins go, of dialled sessions those in which nothing was agreed to; all others stay.
  expect(gone.filter((name) => kept.includes(name))).toEqual(["ussd_acts", "audit_entries"]);
});

test("no setting reaches a table of money", () => {
  for (const name of ruleNames) expect(Object.keys(dataMap.money)).not.toContain(rules[name].table);
});

test("each has its variable; less than is safe is refused with a sentence", () => {
  const settings = parseOperatorEnv({ RETENTION_CALLBACKS_DAYS: "400" });
  expect(settings).toMatchObject({ RETENTION_CALLBACKS_DAYS: 400, RETENTION_SIGN_INS_DAYS: 366 });
  for (const [name, { least }] of Object.entries(retention)) {
    const variable = `RETENTION_${name.toUpperCase()}_DAYS`;
    expect(() => parseOperatorEnv({ [variable]: String(least - 1) })).toThrow(EnvironmentProblem);
    expect(parseOperatorEnv({ [variable]: String(least) })).toHaveProperty(variable, least);
  }
});

test("what is older than the operator's days goes, and nothing younger", async () => {
  const now = world.clock.now();
  const ages = [29, 31, 40];
  await world.db.message.createMany({
    data: ages.map((age) => ({
      ...{ channel: "email", recipient: "a@example.com", template: "t", body: "b", status: "kept" },
      ...{ dedupeKey: `age ${age}`, createdAt: new Date(now.getTime() - age * dayMs) },
    })),
  });
  const config = { ...world.config, retention: { ...world.config.retention, messages: 30 } };
  expect(await forgetOld(world)).toMatchObject({ messages: 0 });
  expect(await forgetOld({ ...world, config, ...databaseOfTheApp() })).toMatchObject({ messages: 2 });
  expect(await world.db.message.count()).toBe(1);
});

test("each kind has its turn in a round, however much there is of another", async () => {
  const old = new Date(world.clock.now().getTime() - 100 * dayMs);
  const callback = { rail: "sandbox", event: {}, headers: {}, body: new Uint8Array(), receivedAt: old };
  const { batch } = rules.callbacks;
  await world.db.railCallback.createMany({
    data: Array.from({ length: batch + 5 }, (_, index) => ({ ...callback, dedupeKey: `old ${index}` })),
  });
  const draft = { storeId: shop.store.id, userId: shop.owner.id, opening: "o", turn: 1n, fields: {} };
  await world.db.formDraft.create({ data: { ...draft, page: "links/new", updatedAt: old } });
  expect(await forgetOld(world, 1)).toMatchObject({ callbacks: batch, formDrafts: 1 });
  expect(await forgetOld(world)).toMatchObject({ callbacks: 5 });
});

test("an operator reads of each kind how many rows there are, since when, and for how long; nobody else", async () => {
  const receivedAt = new Date(world.clock.now().getTime() - 3 * dayMs);
  const callback = { rail: "sandbox", event: {}, headers: {}, body: new Uint8Array(), dedupeKey: "new" };
  await world.db.railCallback.create({ data: { ...callback, receivedAt } });
  const { retained, kept } = await readRetention(world, operator);
  expect(retained.find(({ name }) => name === "callbacks")).toMatchObject({
    ...{ rows: 1, days: 90, from: "made", variable: "RETENTION_CALLBACKS_DAYS", oldest: receivedAt },
  });
  expect(retained.find(({ name }) => name === "answers")).toMatchObject({ days: 0, variable: null });
  expect(kept).toContainEqual({ table: "stores", why: "settings", rows: 1, about: 1 });
});
