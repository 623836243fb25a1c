import type { Page } from "@playwright/test";
import { addNote, addPool } from "@/lib/services/catalog/deliverables/save";
import { takeFile } from "@/lib/services/catalog/deliverables/upload";
import { createProduct } from "@/lib/services/catalog/products/save";
import type { OpenedStore, storeOf } from "./backstage";
import { answerOnPhone, newPhone, payByPhone } from "./payer";

type Owned = Awaited<ReturnType<typeof storeOf>> | OpenedStore;

/** A digital product with one of each kind that it can deliver, with long names. Its id, and its page's address. */
export async function makeDelivering({ world, seller }: Owned, name: string) {
  const typed = { name, description: "", kind: "digital", price: "900", salePrice: "", interval: "" };
  const { id, token } = await createProduct(world, seller, typed);
  async function* bytes() {
    yield new Uint8Array(1_234_567);
  }
  const file = async () => ({
    ...{ name: "Kilimo-cha-mboga-na-matunda_toleo-la-pili_2026-11-23.pdf", type: "application/pdf" },
    bytes: bytes(),
  });
  await takeFile(world, seller, { productId: id, replaces: null }, 1_234_567, file);
  const address = "https://example.com/groups/growers-of-the-highlands?invitation=4f9d2c1b7a";
  await addNote(world, seller, id, { kind: "link", name: "The growers\u2019 group", content: address });
  const text = "Gate code: 4417.\nSaturdays from 8:00, at the second house behind the mill. Bring boots.";
  await addNote(world, seller, id, { kind: "text", name: "How to find the field", content: text });
  const codes = Array.from({ length: 12 }, (_, at) => `HIGHLANDS-${1_000 + at}-QX7T-99PL-K2M4`);
  await addPool(world, seller, id, { name: "Seeds at the shop", codes: codes.join("\n") });
  return { id, address: `${world.config.siteUrl}/product/${token}` };
}

/** Buys it, as a payer does, and says where the downloads are. */
export async function buyDelivering(page: Page, address: string): Promise<string> {
  await page.goto(address);
  await payByPhone(page, newPhone());
  await answerOnPhone(page, "Approve");
  await page.getByRole("link", { name: "See the receipt" }).click();
  await page.getByRole("link", { name: "Open your downloads" }).click();
  return page.url();
}
