import { expect, test } from "vitest";
import { createRenderings } from "./renderings";

const limits = { atOnce: 1, waitingMax: 2, bytesMax: 1_000 };
const yes = () => true;
const bytes = (size: number) => async () => new Uint8Array(size);

/** A drawing that ends when it is told to. */
function held() {
  let end = () => {};
  const until = new Promise<void>((go) => {
    end = go;
  });
  let begun = 0;
  const draw = async () => {
    begun += 1;
    await until;
    return new Uint8Array(10);
  };
  return { draw, end: () => end(), begun: () => begun };
}

test("what many ask for at once is drawn once, and afterwards not at all", async () => {
  const renderings = createRenderings(limits);
  const one = held();
  const asked = Array.from({ length: 50 }, () => renderings.render("card", { token: "a" }, one.draw, yes));
  one.end();
  for (const outcome of await Promise.all(asked)) expect(outcome.kind).toBe("ready");
  await renderings.render("card", { token: "a" }, one.draw, () => false);
  expect(one.begun()).toBe(1);
});

test("other facts are another picture, with another tag", async () => {
  const renderings = createRenderings(limits);
  expect(renderings.tagOf("card", { amount: 5n })).not.toBe(renderings.tagOf("card", { amount: 6n }));
  expect(renderings.tagOf("card", { amount: 5n })).not.toBe(renderings.tagOf("pdf", { amount: 5n }));
});

test("one is drawn at a time, two wait, and the fourth is told that we are busy", async () => {
  const renderings = createRenderings(limits);
  const all = [held(), held(), held(), held()];
  const asked = all.map(({ draw }, at) => renderings.render("card", at, draw, yes));
  expect(await asked[3]).toEqual({ kind: "busy" });
  expect(all.map(({ begun }) => begun())).toEqual([1, 0, 0, 0]);
  for (const one of all) one.end();
  expect((await Promise.all(asked)).map(({ kind }) => kind)).toEqual(["ready", "ready", "ready", "busy"]);
  expect((await renderings.render("card", 3, bytes(1), yes)).kind).toBe("ready");
});

test("a drawing that fails leaves its place to the next, and is tried again when it is asked for again", async () => {
  const renderings = createRenderings(limits);
  const fails = () => Promise.reject(new Error("no ink"));
  await expect(renderings.render("card", 1, fails, yes)).rejects.toThrow("no ink");
  expect((await renderings.render("card", 1, bytes(1), yes)).kind).toBe("ready");
});

test("no more bytes are kept than there is room for; what was asked for last stays", async () => {
  const renderings = createRenderings(limits);
  for (const name of ["a", "b"]) await renderings.render("card", name, bytes(400), yes);
  await renderings.render("card", "a", bytes(400), () => false);
  await renderings.render("card", "c", bytes(400), yes);
  const again = await Promise.all(
    ["a", "b", "c"].map((name) => renderings.render("card", name, bytes(1), () => false)),
  );
  expect(again.map(({ kind }) => kind)).toEqual(["ready", "busy", "ready"]);
});
