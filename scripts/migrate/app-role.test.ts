import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newClient } from "@/lib/db/connect";
import { forgetOld } from "@/lib/services/desk/retention/forget-old";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { type PayingWorld, payingWorld, press } from "@/lib/testing/payments";
import { type TestStore, testStore } from "@/lib/testing/world";
import { appDatabaseUrl, testDatabaseUrl } from "../lab/testing/database";
import { appUrlOf, giveRights, grantToApp } from "../start/doors";

const owner = newClient(testDatabaseUrl());
const app = newClient(appDatabaseUrl());
let world: PayingWorld;
let shop: TestStore;
let other: TestStore;

beforeAll(async () => {
  await Promise.all([owner.connect(), app.connect()]);
  world = await payingWorld();
  shop = await testStore(world);
  other = await testStore(world);
  for (const store of [shop, other]) await press(world, store);
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  const act = { actor: "system", action: "store.verified", target: `store:${shop.store.id}` };
  await world.db.auditEntry.create({ data: { ...act, createdAt: world.clock.now() } });
});
afterAll(async () => {
  await Promise.all([owner.end(), app.end(), world.close()]);
});

const noRight = "42501";
const refused = "23001";

describe("the app's role", () => {
  test("owns no table and is no superuser", async () => {
    const { rows } = await app.query(
      `SELECT (SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS mighty,
         (SELECT count(*)::int FROM pg_class WHERE pg_get_userbyid(relowner) = current_user) AS owned`,
    );
    expect(rows).toEqual([{ mighty: false, owned: 0 }]);
  });

  test.each([
    "TRUNCATE ledger_postings CASCADE",
    "TRUNCATE events CASCADE",
    "TRUNCATE rate_limits",
    "DELETE FROM ledger_balances",
    "DELETE FROM audit_entries",
    "DELETE FROM payment_attempts",
    "DELETE FROM orders",
    "UPDATE ledger_balances SET balance_minor = 7",
    "UPDATE ledger_postings SET amount_minor = 1",
    "UPDATE events SET payload = ''",
    "ALTER TABLE ledger_postings DISABLE TRIGGER ALL",
    "DROP TRIGGER append_only ON ledger_postings",
    "DROP TABLE events",
    "SET session_replication_role = replica",
    "UPDATE _prisma_migrations SET logs = ''",
    "CREATE TABLE public.mine (id int)",
  ])("may not: %s", async (sql) => {
    await expect(app.query(sql)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|23001)$/),
    });
  });

  test("cannot move a balance by a trigger of its own on a temporary table", async () => {
    await app.query("BEGIN");
    await app.query("CREATE TEMP TABLE bait (id int)");
    await app.query(`CREATE FUNCTION pg_temp.move() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN UPDATE public.ledger_balances SET balance_minor = 7; RETURN NULL; END $$`);
    await app.query("CREATE TRIGGER t AFTER INSERT ON bait FOR EACH ROW EXECUTE FUNCTION pg_temp.move()");
    await expect(app.query("INSERT INTO bait VALUES (1)")).rejects.toMatchObject({ code: noRight });
    await app.query("ROLLBACK");
  });

  test("is given its rights again at every start, and a new password", async () => {
    await grantToApp(testDatabaseUrl(), { role: "sente_other", password: "first" });
    await grantToApp(testDatabaseUrl(), { role: "sente_other", password: "second" });
    const appUrl = appUrlOf(testDatabaseUrl(), "sente_other", "second");
    const client = newClient(appUrl);
    await client.connect();
    expect((await client.query("SELECT count(*)::int AS n FROM stores")).rows).toEqual([{ n: 2 }]);
    await client.end();
    await owner.query("DROP OWNED BY sente_other; DROP ROLE sente_other");
  });

  test("needs no right on the marks of the sums: a release that does not know them goes on while it is replaced", async () => {
    await owner.query("REVOKE ALL ON sum_marks FROM sente_app");
    try {
      const { rowCount } = await app.query("UPDATE orders SET payment_status = payment_status");
      expect(rowCount).toBeGreaterThan(0);
    } finally {
      await owner.query("GRANT SELECT, INSERT, UPDATE, DELETE ON sum_marks TO sente_app");
    }
  });

  test("that is the owner too is said at the start", async () => {
    const url = testDatabaseUrl();
    expect(await giveRights({ ownerUrl: url, appUrl: url })).toMatch(/as the owner of the tables/);
    const two = { ownerUrl: url, appUrl: appDatabaseUrl(), appPassword: "app" };
    expect(await giveRights(two)).toBe("the app enters as sente_app");
  });
});

describe("whoever is connected", () => {
  const entry = (store: TestStore) =>
    `(SELECT t.id FROM ledger_transactions t JOIN payment_attempts a ON a.id::text = t.source_id
      WHERE t.kind = 'payment_settled' AND a.store_id = ${store.store.id})`;
  const account = (store: TestStore, kind: string) =>
    `(SELECT id FROM ledger_accounts WHERE store_id = ${store.store.id} AND kind = '${kind}')`;
  const fees = "(SELECT min(id) FROM ledger_accounts WHERE kind = 'fee_income')";
  const posting = (id: string, from: string, to: string) =>
    `INSERT INTO ledger_postings (transaction_id, from_account_id, to_account_id, currency, amount_minor)
     VALUES (${id}, ${from}, ${to}, 'UGX', 1)`;
  const newEntry = (name: string) =>
    `INSERT INTO ledger_transactions (kind, source_id, occurred_at) VALUES ('correction', '${name}', now())`;
  const named = (name: string) => `(SELECT id FROM ledger_transactions WHERE source_id = '${name}')`;

  test("nothing is added to an entry of an earlier transaction", async () => {
    await expect(
      app.query(posting(entry(shop), account(shop, "wallet_pending"), fees)),
    ).rejects.toMatchObject({ code: refused });
  });

  test("nothing goes from one store's account to another's, in one posting or in two of one entry", async () => {
    const [from, to] = [account(shop, "wallet_pending"), account(other, "wallet_pending")];
    await app.query("BEGIN");
    await app.query(newEntry("across"));
    await expect(app.query(posting(named("across"), from, to))).rejects.toMatchObject({ code: "23514" });
    await app.query("ROLLBACK");
    await app.query("BEGIN");
    await app.query(newEntry("across"));
    await app.query(posting(named("across"), from, fees));
    await app.query("SET CONSTRAINTS ALL IMMEDIATE");
    await expect(app.query(posting(named("across"), fees, to))).rejects.toMatchObject({ code: "23514" });
    await app.query("ROLLBACK");
  });

  test("an entry is open until its transaction ends, also over a savepoint", async () => {
    await app.query("BEGIN");
    await app.query(newEntry("open"));
    await app.query("SAVEPOINT later");
    await app.query(posting(named("open"), account(shop, "wallet_pending"), fees));
    await app.query("RELEASE later");
    await app.query("COMMIT");
  });

  test("a live event stays; one that is old is forgotten, and test events go with the test data", async () => {
    const made = `INSERT INTO events (id, store_id, livemode, type, object_id, sequence, dedupe_key, payload, occurred_at, created_at)
      SELECT $1, store_id, $2, type, $1, sequence, $1, payload, now(), now() - $3::interval FROM events LIMIT 1`;
    await owner.query(made, ["evt_new", true, "79 days"]);
    await owner.query(made, ["evt_old", true, "91 days"]);
    await owner.query(made, ["evt_test", false, "1 day"]);
    await expect(app.query("DELETE FROM events WHERE id = 'evt_new'")).rejects.toMatchObject({
      code: refused,
    });
    expect((await app.query("DELETE FROM events WHERE id = 'evt_test'")).rowCount).toBe(1);
    world.clock.set(new Date());
    await forgetOld(world);
    const { rows } = await app.query("SELECT id FROM events WHERE id IN ('evt_new', 'evt_old')");
    expect(rows).toEqual([{ id: "evt_new" }]);
  });
});
