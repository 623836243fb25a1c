import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Anchor, forgetBefore, link, type Step } from "./chain";

const anchor: Anchor = { balanceMinor: 10_000n, atMs: 0 };
const minuteMs = 60_000;

/** What a SIM's account did: each movement with the minute in which it happened. */
function account(moves: { moved: number; minutes: number }[], from = anchor): Step[] {
  let { balanceMinor, atMs } = from;
  return moves.map(({ moved, minutes }, index) => {
    const beforeMinor = balanceMinor;
    balanceMinor += BigInt(moved);
    atMs += minutes * minuteMs;
    return {
      ...{ id: `m${String(index).padStart(3, "0")}`, beforeMinor, afterMinor: balanceMinor },
      ...{ atMs, isExact: true, isAccepted: false, isFixed: false },
    };
  });
}

const moves = fc.array(
  fc.record({
    moved: fc.constantFrom(500, 500, 700, -500, -700, 1_200, -30, 0),
    minutes: fc.integer({ min: 0, max: 6 }),
  }),
  { minLength: 1, maxLength: 40 },
);
const ids = (steps: readonly Step[]) => steps.map(({ id }) => id).toSorted();

describe("the chain of balances", () => {
  test("whatever the order in which messages arrive, all true ones fit and the balance at the end is the SIM's", () => {
    const shuffled = moves.chain((list) => {
      const steps = account(list);
      return fc.tuple(fc.constant(steps), fc.shuffledSubarray(steps, { minLength: steps.length }));
    });
    fc.assert(
      fc.property(shuffled, ([steps, arrived]) => {
        const linked = link(anchor, arrived);
        expect(linked.fits.toSorted()).toEqual(ids(steps));
        expect(linked.end.balanceMinor).toBe(steps.at(-1)?.afterMinor);
        const byId = new Map(steps.map((one) => [one.id, one]));
        const path = linked.fits.map((id) => byId.get(id));
        for (const [index, one] of path.entries())
          expect(one?.beforeMinor).toBe(path[index - 1]?.afterMinor ?? anchor.balanceMinor);
        expect(linked).toEqual(link(anchor, steps));
      }),
      { numRuns: 500 },
    );
  });

  test("what is lost leaves a gap of its size, behind which nothing fits until it comes", () => {
    const lost = moves.chain((list) =>
      fc.tuple(fc.constant(account(list)), fc.nat({ max: list.length - 1 })),
    );
    fc.assert(
      fc.property(lost, ([steps, index]) => {
        const missing = steps[index];
        const rest = steps.toSpliced(index, 1);
        const linked = link(anchor, rest);
        // What moved nothing, or what a later movement undid, cannot be seen.
        const isSeen = linked.fits.length < rest.length;
        if (index === steps.length - 1) expect(linked.gap).toBeNull();
        if (!isSeen) return;
        // Where what was lost was undone by another that was heard, that one seems false until the lost one comes.
        const sorted = [linked.fits, linked.waiting, linked.old, linked.false].flat();
        expect(sorted.toSorted()).toEqual(ids(rest));
        expect(link(anchor, [...rest, ...(missing ? [missing] : [])]).fits.toSorted()).toEqual(ids(steps));
      }),
      { numRuns: 500 },
    );
  });

  test("of 100,000 forged messages whose balances are guessed, none fits", () => {
    const steps = account(
      Array.from({ length: 50 }, (_, index) => ({ moved: index % 3 ? 500 : -300, minutes: 7 })),
    );
    const known = new Set(steps.flatMap(({ beforeMinor, afterMinor }) => [beforeMinor, afterMinor]));
    let state = 7;
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state;
    };
    let booked = 0;
    for (let index = 0; index < 100_000; index += 1) {
      const afterMinor = BigInt(500 + (random() % 100_000_000));
      const at = steps[random() % steps.length]?.atMs ?? 0;
      const forged = { id: "forged", beforeMinor: afterMinor - 500n, afterMinor };
      // Whoever knows the balance can forge: the guide says so.
      if (known.has(forged.beforeMinor)) continue;
      const near = steps.filter(({ atMs }) => Math.abs(atMs - at) < 15 * minuteMs);
      const from = { balanceMinor: near[0]?.beforeMinor ?? 0n, atMs: (near[0]?.atMs ?? 0) - 1 };
      const linked = link(from, [
        ...near,
        { ...forged, atMs: at, isExact: true, isAccepted: false, isFixed: false },
      ]);
      if (linked.fits.includes("forged")) booked += 1;
      expect(linked.fits).toHaveLength(near.length);
    }
    expect(booked).toBe(0);
  });
});

describe("a gap", () => {
  const [first, lost, third, fourth] = account([
    { moved: 500, minutes: 5 },
    { moved: -1_200, minutes: 10 },
    { moved: 700, minutes: 10 },
    { moved: 300, minutes: 10 },
  ]) as [Step, Step, Step, Step];

  test("is told with its size and its time, and waits", () => {
    const linked = link(anchor, [first, third, fourth]);
    expect(linked).toMatchObject({ fits: [first.id], waiting: [third.id, fourth.id], false: [] });
    expect(linked.gap).toEqual({
      ...{ before: third.id, fromMinor: 10_500n, toMinor: 9_300n },
      ...{ fromMs: first.atMs, toMs: third.atMs },
    });
  });

  test("that the owner knows of lets the rest fit; the missing message still does when it comes", () => {
    const known = { ...third, isAccepted: true };
    expect(link(anchor, [first, known, fourth])).toMatchObject({ waiting: [], gap: null });
    expect(link(anchor, [first, lost, known, fourth]).fits).toEqual(
      [first, lost, third, fourth].map(({ id }) => id),
    );
  });

  test("is filled by messages without a balance that are exactly what is missing, and by no others", () => {
    const loose = (movedMinor: bigint, id = "loose") => ({ id, movedMinor, atMs: lost.atMs });
    expect(link(anchor, [first, third], [loose(-1_200n)])).toMatchObject({ proved: ["loose"], waiting: [] });
    expect(link(anchor, [first, third], [loose(-1_000n), loose(-200n, "too")])).toMatchObject({
      proved: ["loose", "too"],
    });
    expect(link(anchor, [first, third], [loose(-1_100n)])).toMatchObject({ proved: [], waiting: [third.id] });
  });

  test("that a forged message makes closes when the account goes on without it: the message is false", () => {
    const forged = { ...third, id: "forged", beforeMinor: 77_000n, afterMinor: 77_700n };
    expect(link(anchor, [first, forged])).toMatchObject({ waiting: ["forged"], false: [] });
    expect(link(anchor, [first, forged, lost, third, fourth])).toMatchObject({
      waiting: [],
      false: ["forged"],
    });
  });
});

describe("an account that has one balance twice", () => {
  const [lost, ...rest] = account([
    { moved: 500, minutes: 10 },
    { moved: 700, minutes: 10 },
    { moved: -1_200, minutes: 10 },
    { moved: 300, minutes: 10 },
  ]) as [Step, Step, Step, Step];
  const [first] = rest as [Step, Step, Step];
  const accepted = { ...first, isAccepted: true };
  const all = ids(rest);

  test("does not go on from there as if nothing had been between: that waits behind its gap", () => {
    expect(link(anchor, rest)).toMatchObject({
      fits: [],
      waiting: all,
      false: [],
      gap: { before: first.id },
    });
    expect(link(anchor, [lost, ...rest]).fits).toEqual(ids([lost, ...rest]));
  });

  test("keeps what fits behind a gap that the owner knows of", () => {
    const known = [accepted, ...rest.slice(1)];
    expect(link(anchor, known)).toMatchObject({ fits: all, false: [], waiting: [] });
    const fixed = known.map((one) => ({ ...one, isFixed: true }));
    expect(link(anchor, fixed)).toMatchObject({ fits: all, false: [], waiting: [] });
    // Two gaps, and after the second the balance of before the first.
    const far = { ...(rest[2] as Step), id: "z", atMs: lost.atMs + 100 * minuteMs, isAccepted: true };
    const twice = [accepted, far].map((one) => ({ ...one, isFixed: true }));
    expect(link(anchor, twice)).toMatchObject({ fits: [first.id, "z"], false: [] });
  });
});

describe("a gap that the owner knows of", () => {
  const [, lost, third] = account([
    { moved: 500, minutes: 10 },
    { moved: -200, minutes: 10 },
    { moved: 700, minutes: 30 },
  ]) as [Step, Step, Step];
  const known = { ...third, isAccepted: true, isFixed: true };

  test("stays closed, whatever is forged into its time", () => {
    const forged = { ...lost, id: "forged", beforeMinor: 77_000n, afterMinor: 77_500n };
    expect(link(anchor, [known, forged])).toMatchObject({ fits: [known.id], old: ["forged"], waiting: [] });
  });

  test("calls nothing false that comes late out of it: one of two that were lost is asked about", () => {
    expect(link(anchor, [known, lost])).toMatchObject({ fits: [known.id], old: [lost.id], false: [] });
  });
});

test("what left without a time of the network's is never called false: it may have happened at any time", () => {
  const [first, left] = account([
    { moved: 500, minutes: 60 },
    { moved: -30, minutes: 1 },
  ]) as [Step, Step];
  const late = { ...left, beforeMinor: 77_000n, afterMinor: 76_970n, atMs: 0, isExact: false };
  expect(link(anchor, [first, late])).toMatchObject({ fits: [first.id], old: [left.id], false: [] });
});

test("a message from before the beginning is too old, whatever it tells", () => {
  const year = {
    ...account([{ moved: 500, minutes: 1 }])[0],
    id: "old",
    atMs: -minuteMs * 60 * 24 * 365,
  } as Step;
  expect(link(anchor, [year])).toMatchObject({ fits: [], waiting: [], old: ["old"], gap: null });
});

test("without a network's time a message may be heard 40 minutes late, and in any order", () => {
  const [first, second] = account([
    { moved: 500, minutes: 5 },
    { moved: 700, minutes: 5 },
  ]) as [Step, Step];
  const late = { ...first, atMs: first.atMs + 40 * minuteMs, isExact: false };
  expect(link(anchor, [{ ...second, isExact: false }, late]).fits).toEqual([first.id, second.id]);
});

test("what tells no time keeps its place, though the phone heard of it a day late", () => {
  const steps = account([
    { moved: 500, minutes: 5 },
    { moved: -30, minutes: 5 },
    { moved: 700, minutes: 5 },
  ]);
  const heard = steps.map((one, index) =>
    index === 1 ? { ...one, atMs: one.atMs + 1_440 * minuteMs, isExact: false } : one,
  );
  expect(link(anchor, heard).fits).toEqual(ids(steps));
  const fixed = heard.map((one) => ({ ...one, isFixed: true }));
  expect(link(anchor, fixed).fits).toEqual(ids(steps));
});

test("a message without a time at the end opens nothing again that was over before it", () => {
  const [first, second, third] = account([
    { moved: 500, minutes: 5 },
    { moved: 700, minutes: 60 },
    { moved: -30, minutes: 1 },
  ]) as [Step, Step, Step];
  const forged = { ...first, id: "forged", beforeMinor: 77_000n, afterMinor: 77_500n };
  const linked = link(anchor, [first, second, { ...third, isExact: false }, forged]);
  expect(linked).toMatchObject({ false: ["forged"], waiting: [], gap: null, end: { atMs: second.atMs } });
});

test("what is settled for three days is behind the anchor, and the chain goes on from there", () => {
  const steps = account(Array.from({ length: 100 }, () => ({ moved: 500, minutes: 120 })));
  const linked = link(anchor, steps);
  const { anchor: moved, behind } = forgetBefore(anchor, linked, steps, steps.at(-1)?.atMs ?? 0);
  const kept = steps.filter(({ id }) => !behind.includes(id));
  expect(kept).toHaveLength(36);
  expect(link(moved, kept)).toMatchObject({ fits: kept.map(({ id }) => id), end: linked.end });
});

test("so it is where the network tells no times", () => {
  const steps = account(Array.from({ length: 100 }, () => ({ moved: 500, minutes: 120 })));
  const heard = steps.map((one) => ({ ...one, isExact: false }));
  const { anchor: moved, behind } = forgetBefore(anchor, link(anchor, heard), heard, heard.at(-1)?.atMs ?? 0);
  const kept = heard.filter(({ id }) => !behind.includes(id));
  expect(link(moved, kept).fits).toEqual(kept.map(({ id }) => id));
});

describe("what fit already", () => {
  const steps = account([
    { moved: 500, minutes: 10 },
    { moved: -300, minutes: 30 },
    { moved: 700, minutes: 30 },
  ]).map((one) => ({ ...one, isFixed: true }));
  const [first, second] = steps as [Step, Step];

  test("is not replaced by a message that is forged with a balance of then", () => {
    const forged = { ...second, id: "a", afterMinor: second.beforeMinor + 9_000n, isFixed: false };
    expect(link(anchor, [...steps, forged])).toMatchObject({ fits: steps.map(({ id }) => id), old: ["a"] });
  });

  test("takes nothing in that came and went between two of it: that is asked about, not believed", () => {
    const atMs = first.atMs + 5 * minuteMs;
    const came = {
      ...first,
      id: "in",
      beforeMinor: first.afterMinor,
      afterMinor: first.afterMinor + 5_000n,
      atMs,
    };
    const went = { ...came, id: "out", beforeMinor: came.afterMinor, afterMinor: first.afterMinor };
    const round = [came, went].map((one) => ({ ...one, isFixed: false }));
    const linked = link(anchor, [...steps, ...round]);
    expect(linked).toMatchObject({ fits: steps.map(({ id }) => id), old: ["in"], false: ["out"] });
  });
});

test("what was heard of after the balance was typed, and happened before it, is too late and not false", () => {
  const late = { ...(account([{ moved: 500, minutes: 0 }])[0] as Step), id: "late", atMs: -minuteMs };
  const more = account([{ moved: 700, minutes: 20 }]);
  const linked = link(anchor, [{ ...late, beforeMinor: 9_500n, afterMinor: 10_000n }, ...more]);
  expect(linked).toMatchObject({ old: ["late"], false: [], fits: [more[0]?.id] });
});

test("a balance that was asked for, and is heard of after the next movement of its minute, holds nothing up", () => {
  const [came, asked, next] = account([
    { moved: 500, minutes: 1 },
    { moved: 0, minutes: 1 },
    { moved: 700, minutes: 0 },
  ]);
  if (!came || !asked || !next) throw new Error("Three were made.");
  const believed = [came, next].map((one) => ({ ...one, isFixed: true }));
  expect(link(anchor, [...believed, asked])).toMatchObject({
    ...{ fits: [came.id, next.id], waiting: [], gap: null, false: [], old: [asked.id] },
  });
});
