import { expect, test } from "vitest";
import { luckOf } from "@/lib/testing/simulation/luck";
import { someEntries } from "@/lib/testing/ussd-entries";
import { wordsIn } from "@/lib/text/words";
import { languageCodes, lineOf } from "./languages";
import {
  choose,
  dialString,
  entriesOf,
  type Place,
  storeIdOf,
  type UssdFacts,
  ussdCodeOf,
  walk,
} from "./ussd-menu";
import {
  endScreen,
  fitScreen,
  isGsm7,
  screenAt,
  screenUse,
  storesScreen,
  type UssdEnd,
  type UssdProblem,
  type UssdWords,
} from "./ussd-screens";

/** As long as a name may be, of letters that few alphabets have. */
const longest = "Ŵêłłñéss “Ọlọ́run” & Sons’ Gymnasium – Ìbàdàn ".repeat(5).slice(0, 200);
const amount = { minor: 9_999_999_999_900n, currency: "UGX" };
const phone = "0772 123 456 789";

function wordsOf(code: (typeof languageCodes)[number]): UssdWords[] {
  return [code, "en" as const].map((one) => {
    const words = wordsIn(one, "payer");
    return (key, values = {}) => words.loose(key, values);
  });
}

const facts: UssdFacts = {
  subscriptions: Array.from({ length: 9 }, (_, id) => ({ id: `sub_${id}`, plan: longest, renews: true })),
  plans: Array.from({ length: 9 }, (_, id) => ({ id, name: longest })),
  languages: languageCodes.map((code) => ({ code, name: lineOf(code).name, latin: lineOf(code).latin })),
  openLinks: [],
  lines: 4,
};
const way = { phone: null, discount: null };
const wants = [
  { kind: "renew", subscriptionId: "sub_1" },
  { kind: "subscribe", productId: 1 },
  { kind: "invoice", number: "1" },
  { kind: "link", code: "1234", amount: null },
  { kind: "stop", subscriptionId: "sub_1" },
  { kind: "until" },
  { kind: "receipt", code: "X" },
] as const;
const places: Exclude<Place, { at: "agreed" }>[] = [
  ...(["home", "account", "invoice", "link", "receipt"] as const).map((at) => ({ at })),
  ...(["renew", "subscribe", "stop", "language"] as const).map((of) => ({
    at: "list" as const,
    of,
    page: 0,
  })),
  { at: "amount", code: "1" },
  ...wants.map((want) => ({ at: "confirm" as const, want, way })),
  { at: "other_phone", want: wants[0], way },
  { at: "discount", want: wants[0], way },
];
const problems: UssdProblem[] = [
  ...(["ussd_not_found", "ussd_not_now", "ussd_open", "ussd_on_web", "ussd_too_often"] as const),
  ...(["ussd_phone", "ussd_discount_no", "ussd_amount_no"] as const),
];
const ends: UssdEnd[] = [
  ...(["ussd_end_pay", "ussd_end_free", "ussd_end_sent", "ussd_end_stopped", "ussd_end_changed"] as const),
  ...(["ussd_end_over", "ussd_end_closed", "ussd_end_later", "ussd_end_too_often"] as const),
];

test.each(languageCodes)("every screen in %s fits a phone, with the longest names and amounts", (code) => {
  const words = wordsOf(code);
  const paid = { item: longest, phone };
  const shown = { store: longest, isUnknown: true, item: longest };
  const screens = [
    ...places.flatMap((place) => [
      screenAt(place, facts, { ...shown, payment: { ...paid, amount } }, words),
      screenAt(place, facts, { ...shown, payment: { ...paid, amount: null } }, words),
      screenAt(place, { ...facts, subscriptions: [], plans: [], languages: [] }, shown, words),
      ...problems.map((problem) => screenAt(place, facts, { ...shown, problem }, words)),
    ]),
    ...ends.map((end) =>
      endScreen(end, (name) => ({ phone, amount, store: name(longest), item: name(longest) }), words),
    ),
    storesScreen(
      Array.from({ length: 9 }, () => longest),
      { page: 0, lines: 4, isUnknown: true },
      words,
    ),
    storesScreen([], { page: 0, lines: 4, isUnknown: true }, words),
  ];
  for (const { text } of screens) {
    const { used, max } = screenUse(text);
    expect(used, text).toBeLessThanOrEqual(max);
    expect(text).not.toMatch(/[{}]/);
    expect(text.trim()).not.toBe("");
  }
});

test.each(languageCodes)(
  "a question in %s keeps its amount, its number and its choices, however long the names",
  (code) => {
    const words = wordsOf(code);
    const payment = { item: longest, phone, amount };
    const { text } = screenAt(
      { at: "confirm", want: wants[0], way },
      facts,
      { store: longest, isUnknown: true, payment },
      words,
    );
    expect(text.replace(/\D/g, "")).toContain("99999999999");
    expect(text).toContain(phone);
    for (const key of ["1 ", "2 ", "3 ", "0 "]) expect(text).toContain(`\n${key}`);
  },
);

test("a language of other letters has seventy characters, and what does not fit is said in English", () => {
  const short = fitScreen([() => "ሰላም\n1 ክፈል", () => "Hello\n1 Pay"]);
  expect(short).toBe("ሰላም\n1 ክፈል");
  expect(screenUse(short)).toEqual({ used: 9, max: 70 });
  expect(fitScreen([() => "ሰላም ".repeat(30), () => "Hello\n1 Pay"])).toBe("Hello\n1 Pay");
});

test.each(languageCodes)("no line of the list of languages is empty in %s, however it is written", (code) => {
  const lines = isGsm7(wordsOf(code)[0]?.("ussd_unknown") ?? "") ? 4 : 2;
  for (let page = 0; page * lines < languageCodes.length; page += 1) {
    const { text } = screenAt(
      { at: "list", of: "language", page },
      { ...facts, lines },
      { store: "Juma Gym", isUnknown: true },
      wordsOf(code),
    );
    for (const line of text.split("\n")) expect(line, text).toMatch(/\p{L}/u);
  }
});

test("a name in other letters is shown in them where the screen has room, and is never left out", () => {
  const shop = { store: "ጂም አዲስ", isUnknown: false };
  const plans = ["ወርሃዊ", "ሳምንታዊ", "ዓመታዊ", "ለቤተሰብ"].map((name, id) => ({ id, name }));
  const list = { at: "list", of: "subscribe", page: 0 } as const;
  const { text } = screenAt(list, { ...facts, plans }, shop, wordsOf("en"));
  for (const [line, { name }] of plans.entries()) expect(text).toContain(`${line + 1} ${name}`);
  expect(screenUse(text)).toMatchObject({ max: 70 });
  // Too much is said here for seventy characters.
  expect(screenAt({ at: "home" }, facts, shop, wordsOf("en")).text).toMatch(/^\?\n1 Renew/);
});

test("letters that a phone may not have are written with those it has; a name in none of them leaves the words readable", () => {
  const say = (name: (text: string) => string) => `Pay ${name("Ọlá’s “Gym” – Kumasi")}`;
  expect(fitScreen([say])).toBe('Pay Ola\'s "Gym" - Kumasi');
  expect(fitScreen([(name) => `Pay KES 500 to ${name("ጂም አዲስ")}`])).toBe("Pay KES 500 to ጂም አዲስ");
  expect(fitScreen([(name) => `${"Pay ".repeat(20)}${name("ጂም አዲስ")}`])).toBe(`${"Pay ".repeat(20)}?`);
  expect(isGsm7("Ẹ jọ̀wọ́")).toBe(true);
  expect(isGsm7("ይክፈሉ")).toBe(false);
});

test("a store's code survives one wrong digit by finding nobody", () => {
  for (const id of [1, 7, 12, 99, 1_234, 987_654]) {
    const code = ussdCodeOf(id);
    expect(code.length).toBeGreaterThan(1);
    expect(storeIdOf(code)).toBe(id);
    for (let place = 0; place < code.length; place += 1)
      for (let digit = 0; digit < 10; digit += 1) {
        const wrong = code.slice(0, place) + digit + code.slice(place + 1);
        if (wrong !== code) expect(storeIdOf(wrong)).toBeNull();
      }
  }
  expect(storeIdOf("1")).toBeNull();
  expect(dialString("*384*77#", "125")).toBe("*384*77*125#");
});

test("9 shows more, 0 goes back, and an entry that means nothing leaves everything where it is", () => {
  expect(walk(["2", "9"], facts).place).toEqual({ at: "list", of: "subscribe", page: 1 });
  expect(walk(["2", "9", "9", "9"], facts)).toMatchObject({ place: { page: 2 }, isUnknown: true });
  expect(walk(["2", "9", "1"], facts).place).toMatchObject({ want: { kind: "subscribe", productId: 4 } });
  expect(walk(["2", "0"], facts).place).toEqual({ at: "home" });
  expect(walk(["0", "0", "77", ""], facts)).toMatchObject({ place: { at: "home" }, isUnknown: true });
  expect(walk(["2", "1", "2", "0772000111", "0"], facts).place).toMatchObject({
    at: "confirm",
    way: { phone: null },
  });
  expect(walk(["6", "2"], facts)).toMatchObject({ place: { at: "home" }, language: languageCodes[1] });
  expect(walk(["2", "1", "1", "1", "0"], facts).place).toEqual({ at: "agreed" });
});

test("the first entry is a store's code, or a line of the stores that the number knows", () => {
  expect(choose([], [3], 4)).toEqual({ storeId: 3, rest: [] });
  expect(choose(["2", "1"], [3, 5], 4)).toEqual({ storeId: 5, rest: ["1"] });
  expect(choose(["8", ussdCodeOf(9), "1"], [3, 5], 4)).toEqual({ storeId: 9, rest: ["1"] });
  expect(choose(["9", "1"], [1, 2, 3, 4, 5], 4)).toEqual({ storeId: 5, rest: [] });
  expect(choose(["8"], [3, 5], 4)).toEqual({ storeId: null, page: 0, isUnknown: true });
  expect(entriesOf("1*".repeat(50))).toBeNull();
});

test("ten thousand made-up sessions lead to a screen that fits, in every language", () => {
  const luck = luckOf(11);
  const words = languageCodes.map(wordsOf);
  for (let number = 0; number < 10_000; number += 1) {
    const { place, isUnknown } = walk(entriesOf(someEntries(luck, 9).join("*")) ?? [], facts);
    const shown = { store: longest, isUnknown, item: longest, payment: { item: longest, phone, amount } };
    const readers = words[number % words.length] ?? [];
    const { text } =
      place.at === "agreed"
        ? endScreen("ussd_end_changed", () => ({}), readers)
        : screenAt(place, facts, shown, readers);
    const { used, max } = screenUse(text);
    expect(used, text).toBeLessThanOrEqual(max);
    expect(used).toBeGreaterThan(0);
  }
});
