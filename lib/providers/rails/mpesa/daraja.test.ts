import { expect, test } from "vitest";
import { chargeRequest, error, openStub, paths, samples } from "@/lib/testing/rails/mpesa-stub";
import { dayStampOf, fromDotted, fromListed, fromStamp, referenceOf, spacedOf, stampOf } from "./times";

const checkoutId = samples.push.answer.CheckoutRequestID;

test("a token is fetched once for calls at the same time and for its hour, then again", async () => {
  const { rail, tokens, clock } = await openStub();
  const press = () => rail.charge(chargeRequest());
  await Promise.all([press(), press(), press()]);
  clock.at = new Date(clock.at.getTime() + 58 * 60_000);
  await press();
  expect(tokens.fetched).toBe(1);
  clock.at = new Date(clock.at.getTime() + 2 * 60_000);
  await press();
  expect(tokens.fetched).toBe(2);
});

test.each(["404.001.03", "400.003.01", "401.002.01", "401.001", "401.003.01"])(
  "a token that another process ended (%s) is fetched anew once, and the request is sent once more",
  async (code) => {
    const { rail, answers, tokens, sent, anomaly } = await openStub();
    answers[paths.query] = { body: samples.query.openToo };
    await rail.chargeStatus({ attemptId: "a", railRef: checkoutId });
    tokens.refused = error(code);
    tokens.good = "of another process";
    expect(await rail.charge(chargeRequest())).toMatchObject({ kind: "pending", railRef: checkoutId });
    expect([tokens.fetched, sent(paths.push).length]).toEqual([2, 2]);
    expect(anomaly).toEqual([]);
  },
);

test("an app without the product ends a prompt, leaves open what was under way, and a person is told", async () => {
  const { rail, answers, tokens, anomaly } = await openStub();
  const refused = error("401.003.01", "no apiproduct match found");
  Object.assign(answers, { [paths.push]: refused, [paths.query]: refused });
  expect(await rail.charge(chargeRequest())).toMatchObject({ failure: { reason: "rail_misconfigured" } });
  expect(await rail.chargeStatus({ attemptId: "a", railRef: checkoutId })).toEqual({ kind: "pending" });
  expect(tokens.fetched).toBe(7);
  expect(anomaly.map(({ what }) => what)).toContain("refused");
});

test("where no token can be had, nobody was asked", async () => {
  const { rail, tokens, sent, anomaly } = await openStub();
  tokens.keys = "Basic others";
  expect(await rail.charge(chargeRequest())).toMatchObject({ failure: { reason: "rail_misconfigured" } });
  expect(await rail.chargeStatus({ attemptId: "a", railRef: checkoutId })).toEqual({ kind: "pending" });
  expect(await rail.health()).toMatchObject({ ok: false });
  expect(sent(paths.push)).toEqual([]);
  expect(anomaly.map(({ what }) => what)).toContain("refused");
});

test("the check of the connection asks for a token, and says when our address would be refused", async () => {
  const good = await openStub();
  expect(await good.rail.health()).toMatchObject({ ok: true });
  const wrong = await openStub({ callbackUrl: "https://sqlshop.example.com/api/rails/kenya" });
  expect(await wrong.rail.health()).toMatchObject({
    ok: false,
    detail: { code: "rail_check_mpesa_address" },
  });
});

test("times are Nairobi's, whichever way they are written", () => {
  const at = new Date("2026-11-28T22:30:15Z");
  expect([stampOf(at), spacedOf(at), dayStampOf(at)]).toEqual([
    "20261129013015",
    "2026-11-29 01:30:15",
    "20261129",
  ]);
  expect(fromStamp(20191219102115)).toEqual(new Date("2019-12-19T07:21:15Z"));
  expect(fromDotted("06.07.2024 22:48:52")).toEqual(new Date("2024-07-06T19:48:52Z"));
  for (const wrong of ["", "2019", "20191319102115", undefined]) expect(fromStamp(wrong)).toBeUndefined();
  const now = new Date("2026-11-28T10:00:00Z");
  expect(fromListed("2026-11-28T09:59:00Z", now)).toEqual(new Date("2026-11-28T09:59:00Z"));
  expect(fromListed("2026-11-28T12:59:00Z", now)).toEqual(new Date("2026-11-28T09:59:00Z"));
});

test("the account reference follows from our id, and two ids have two", () => {
  const ids = Array.from({ length: 1_000 }, () => crypto.randomUUID());
  const references = ids.map(referenceOf);
  expect(new Set(references).size).toBe(1_000);
  expect(references).toEqual(ids.map((id) => referenceOf(id.toUpperCase())));
  for (const one of references) expect(one).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
});

test("of three processes that end each other's tokens, none tells a payer that it failed", async () => {
  const { again, answers, tokens, anomaly } = await openStub();
  let count = 0;
  answers[paths.push] = () => {
    count += 1;
    return { body: { ...samples.push.answer, CheckoutRequestID: `ws_${count}` } };
  };
  const rails = [again(), again(), again()];
  for (let round = 0; round < 20; round += 1) {
    // Each has its own that it believes in; one is fetched by somebody who asks nobody.
    if (round % 4 === 0) tokens.good = `of somebody else ${round}`;
    const said = await Promise.all(
      rails.flatMap((rail) => [1, 2, 3].map(() => rail.charge(chargeRequest()))),
    );
    expect(said.map(({ kind }) => kind)).toEqual(Array(9).fill("pending"));
  }
  expect(anomaly).toEqual([]);
  expect(tokens.fetched).toBeLessThan(40);
});
