import { beforeEach, describe, expect, test } from "vitest";
import { Invalid } from "@/lib/domain/refusal";
import { newSeller } from "@/lib/testing/accounts";
import { testWorld } from "@/lib/testing/world";
import { problemText } from "@/lib/text/problem";
import { NotAllowed, type Seller } from "../accounts/permit";
import { countOutcomes, type ImportLine, importCustomers, planImport } from "./import";
import { listCustomers } from "./list";

const world = testWorld();
let seller: Seller;

beforeEach(async () => {
  seller = await newSeller(world);
});

const whatOf = (lines: ImportLine[]) => lines.map(({ line, what }) => `${line} ${what}`);
const problems = (lines: ImportLine[]) =>
  lines.flatMap((line) =>
    line.what === "refused" ? [`${line.line}: ${problemText("en", line.problem)}`] : [],
  );
const everybody = () =>
  world.db.customer.findMany({ where: { accountId: seller.accountId }, orderBy: { id: "asc" } });

describe("what a file will do", () => {
  test("is shown line by line and nothing is written", async () => {
    const lines = await planImport(
      world,
      seller,
      "name,email\nAmina,amina@example.com\nBen,ben@example.com\n",
    );
    expect(whatOf(lines)).toEqual(["2 create", "3 create"]);
    expect(await everybody()).toEqual([]);
  });

  test("bad lines are named with what is wrong, and the good ones go on", async () => {
    const csv = [
      "Nom;Adresse e-mail;Téléphone",
      "Amina;amina@example.com;0712 345 678",
      "Ben;;",
      ";carol@example.com;",
      "Dan;no address;",
      "Eve;;12",
      "Amina again;AMINA@example.com;",
      "Same phone;;+254 712 345678",
    ].join("\r\n");
    const lines = await importCustomers(world, seller, csv);
    expect(whatOf(lines)).toEqual([
      ...["2 create", "3 refused", "4 refused", "5 refused", "6 refused", "7 refused", "8 refused"],
    ]);
    expect(problems(lines).slice(-2)).toEqual([
      "7: Line 2 has the same e-mail.",
      "8: Line 2 has the same phone.",
    ]);
    expect((await everybody()).map(({ name, phone }) => [name, phone])).toEqual([["Amina", "+254712345678"]]);
  });

  test("who is known by e-mail, else by phone, is changed and not added twice; empty cells take nothing away", async () => {
    await importCustomers(world, seller, "name,email,phone,city\nAmina,amina@example.com,0712345678,Kisumu");
    const again = "name,email,phone,city\nAmina Okello,amina@example.com,,";
    expect(await planImport(world, seller, again)).toEqual([
      expect.objectContaining({ what: "change", fields: ["name"] }),
    ]);
    await importCustomers(world, seller, again);
    await importCustomers(world, seller, "name,phone,company\nAmina Okello,0712345678,Okello Traders");
    const [amina, ...others] = await everybody();
    expect(others).toEqual([]);
    expect(amina).toMatchObject({
      ...{ name: "Amina Okello", email: "amina@example.com", phone: "+254712345678" },
      ...{ city: "Kisumu", company: "Okello Traders", source: "import" },
    });
  });

  test("a line that names two customers at once, one by e-mail and one by phone, is left out", async () => {
    await importCustomers(world, seller, "name,email,phone\nA,a@example.com,\nB,,0712345678");
    const lines = await importCustomers(world, seller, "name,email,phone\nA,a@example.com,0712345678");
    expect(problems(lines)).toEqual(["2: Another customer has this phone number."]);
  });

  test("a second run of the same file changes nothing more and tells nobody again", async () => {
    const csv = "name,email\nAmina,amina@example.com\nBen,ben@example.com";
    await importCustomers(world, seller, csv);
    const told = () => world.db.event.count({ where: { storeId: seller.storeId } });
    expect(await told()).toBe(2);
    expect(countOutcomes(await importCustomers(world, seller, csv))).toEqual({
      ...{ create: 0, change: 0, same: 2, refused: 0 },
    });
    expect(await told()).toBe(2);
  });
});

test("10,000 customers come in at once, each told to the seller's server once; one more is too many", async () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, n) => `Customer ${n},c${n}@example.com,07${10_000_000 + n}`,
  );
  const csv = ["name,email,phone", ...rows].join("\n");
  const lines = await importCustomers(world, seller, csv);
  expect(countOutcomes(lines)).toEqual({ create: 10_000, change: 0, same: 0, refused: 0 });
  const { total } = await listCustomers(world, seller, {}, { skip: 0, take: 1 });
  expect(total).toBe(10_000);
  expect(await world.db.event.count({ where: { storeId: seller.storeId, type: "customer.created" } })).toBe(
    10_000,
  );
  expect(countOutcomes(await planImport(world, seller, csv)).same).toBe(10_000);
  await expect(planImport(world, seller, `${csv}\nOne more,more@example.com,`)).rejects.toThrow(Invalid);
}, 120_000);

test("a file without columns, or with nobody in it, is refused in words", async () => {
  const refusal = async (csv: string) => {
    const error = await planImport(world, seller, csv).catch((thrown: unknown) => thrown);
    return error instanceof Invalid ? error.errors.file?.[0]?.code : null;
  };
  expect(await refusal("Amina,amina@example.com")).toContain("file_columns");
  expect(await refusal("name,email\n,\n")).toContain("file_nobody");
});

test("who may only look imports nothing", async () => {
  const viewer = { ...seller, role: "viewer" as const };
  await expect(importCustomers(world, viewer, "name,email\nA,a@example.com")).rejects.toThrow(NotAllowed);
});
