import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { serializeStore } from "@/lib/resources/store";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { newSeller } from "@/lib/testing/accounts";
import { product } from "@/lib/testing/products";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { readImage } from "../images/pictures";
import { createProduct, removePicture } from "../products/save";
import { changeLogo, logoMaxBytes, type TypedStore, updateStore } from "./update-store";

const world = testWorld();
let shop: TestStore;
let seller: Seller;

beforeEach(async () => {
  shop = await testStore(world);
  seller = { ...shop.live, userId: shop.owner.id, role: "owner" };
});

function typed(changes: Partial<TypedStore> = {}): TypedStore {
  return {
    ...{ name: "Nile Fitness", slug: `nile-${shop.store.id}`, description: " Gyms.\nTwo of them. " },
    ...{ brandColour: "#14532D", contactPhone: "0772 123456", contactEmail: "Help@Nile.example.com" },
    ...{ returnUrl: "https://app.example.com/back", timeZone: "Africa/Lagos", language: "fr" },
    ...{ taxNumber: "TIN 1", address: "Plot 1\nKampala" },
    options: ["buyerPaysCharges", "sendsReminders", "endsAccessOnReversal"],
    ...changes,
  };
}
const row = () => world.db.store.findUniqueOrThrow({ where: { id: shop.store.id } });
const problemsOf = async (changes: Partial<TypedStore>) => {
  const error = await updateStore(world, seller, typed(changes)).catch((thrown: unknown) => thrown);
  return error instanceof Invalid ? Object.keys(error.errors) : error;
};

describe("a store's settings", () => {
  test("are kept as people mean them, and what the API shows follows", async () => {
    await updateStore(world, seller, typed());
    expect(await row()).toMatchObject({
      ...{ name: "Nile Fitness", description: "Gyms.\nTwo of them.", brandColour: "#14532d" },
      ...{ contactPhone: "+256772123456", contactEmail: "help@nile.example.com", timeZone: "Africa/Lagos" },
      ...{ language: "fr", buyerPaysCharges: true, sendsReceipts: false, currency: "UGX" },
    });
    expect(serializeStore(await row(), "https://sente.example", null)).toMatchObject({
      ...{ buyer_pays_charges: true, url: `https://sente.example/store/nile-${shop.store.id}` },
    });
  });

  test("an empty field takes away; saving the same again is not noted", async () => {
    await updateStore(world, seller, typed());
    await updateStore(world, seller, typed({ contactPhone: "", returnUrl: " ", brandColour: "" }));
    expect(await row()).toMatchObject({ contactPhone: null, returnUrl: null, brandColour: null });
    await updateStore(world, seller, typed({ contactPhone: "", returnUrl: " ", brandColour: "" }));
    const noted = await world.db.auditEntry.findMany({
      where: { storeId: shop.store.id, action: "store.changed" },
      orderBy: { id: "asc" },
    });
    expect(noted).toHaveLength(2);
    expect(noted[1]?.details).toEqual({ what: "brandColour, returnUrl, contactPhone" });
  });

  test("what a form does not show stays as it is", async () => {
    await updateStore(world, seller, typed());
    const before = await row();
    await updateStore(world, seller, { options: ["sendsReceipts"] });
    expect(await row()).toEqual({
      ...before,
      sendsReceipts: true,
      ...{ sendsReminders: false, buyerPaysCharges: false, endsAccessOnReversal: false },
      updatedAt: expect.any(Date),
    });
    await updateStore(world, seller, { description: "" });
    expect(await row()).toMatchObject({ name: "Nile Fitness", description: null, sendsReceipts: true });
  });

  test("everything that is wrong is said at once, and nothing is written", async () => {
    const wrong = {
      name: " ",
      slug: "Nile Fitness!",
      brandColour: "green",
      contactPhone: "12",
      contactEmail: "nobody",
    };
    const places = { timeZone: "Africa/Nowhere", language: "tlh", returnUrl: "http://example.com" };
    expect(await problemsOf({ ...wrong, ...places })).toEqual([
      ...Object.keys(wrong),
      "returnUrl",
      "timeZone",
      "language",
    ]);
    expect((await row()).name).toBe("Test Store");
  });

  test("two stores never share an address, also when both ask at once", async () => {
    const other = await newSeller(world);
    const slug = `wanted-${shop.store.id}`;
    const phone = { contactPhone: "" };
    const both = await Promise.allSettled([
      updateStore(world, seller, typed({ slug, ...phone })),
      updateStore(world, other, typed({ slug, ...phone })),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

/** A noisy picture, which compresses badly, as a phone takes it. */
const photo = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  });

describe("pictures", () => {
  test("a logo of any size becomes a PNG of at most 8 KB, at an address of its own that the API shows", async () => {
    await changeLogo(world, seller, await photo(1600, 900).jpeg().toBuffer());
    const { logoUrl } = await row();
    const token = logoUrl?.split("/images/")[1] ?? "";
    const image = await readImage(world, token);
    expect(image?.type).toBe("image/png");
    expect(image?.bytes.length).toBeLessThanOrEqual(logoMaxBytes);
    expect(serializeStore(await row(), "x", null).logo_url).toBe(`http://localhost:3000/images/${token}`);

    await changeLogo(world, seller, await photo(64, 64).png().toBuffer());
    expect(await readImage(world, token)).toBeNull();
    await changeLogo(world, seller, null);
    expect(await world.db.image.count({ where: { storeId: shop.store.id } })).toBe(0);
    expect((await row()).logoUrl).toBeNull();
  });

  test("where a photo was taken is not passed on", async () => {
    const taken = await photo(400, 300)
      .withExif({ IFD0: { Copyright: "Secret place" } })
      .jpeg()
      .toBuffer();
    const typed = { name: "Jar", description: "", kind: "service", price: "9", salePrice: "", interval: "" };
    await createProduct(world, seller, typed, taken);
    const { bytes } = await world.db.image.findFirstOrThrow({ where: { storeId: shop.store.id } });
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(bytes.length).toBeLessThanOrEqual(40 * 1024);
  });

  test.each([
    ["nothing", Buffer.alloc(0)],
    ["no picture", Buffer.from("<html>")],
    [
      "a drawing that may hold programs",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ["too much", Buffer.alloc(6 * 1024 * 1024 + 1)],
  ])("%s is refused in words", async (_, upload) => {
    await expect(changeLogo(world, seller, upload)).rejects.toThrow(Invalid);
    expect((await row()).logoUrl).toBeNull();
  });

  test("a product of another store has no picture to change", async () => {
    const other = await newSeller(world);
    const { id } = await product(world, shop);
    await expect(removePicture(world, other, id)).rejects.toThrow(NotFound);
  });
});
