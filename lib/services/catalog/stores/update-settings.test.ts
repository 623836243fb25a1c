import { expect, test } from "vitest";
import { Invalid } from "@/lib/domain/refusal";
import { newSeller } from "@/lib/testing/accounts";
import { testWorld } from "@/lib/testing/world";
import { updateReturnUrl } from "./update-store";

const world = testWorld();

async function returnUrlOf(storeId: number): Promise<string | null> {
  return (await world.db.store.findUniqueOrThrow({ where: { id: storeId } })).returnUrl;
}

test.each(["https://app.example.com/welcome?a=1", "http://localhost:4000/back", "http://127.0.0.1/back"])(
  "people may be sent back to %s",
  async (url) => {
    const seller = await newSeller(world);
    await updateReturnUrl(world, seller, ` ${url} `);
    expect(await returnUrlOf(seller.storeId)).toBe(url);
    await updateReturnUrl(world, seller, "");
    expect(await returnUrlOf(seller.storeId)).toBeNull();
  },
);

test.each([
  "http://app.example.com",
  "javascript:alert(1)",
  "app.example.com",
  "https://user:word@example.com",
  "https:evil.com",
  "https://evil.com\\@good.com",
  `https://example.com/${"x".repeat(2048)}`,
])("people are never sent to %s", async (url) => {
  const seller = await newSeller(world);
  await expect(updateReturnUrl(world, seller, url)).rejects.toThrow(Invalid);
  expect(await returnUrlOf(seller.storeId)).toBeNull();
});
