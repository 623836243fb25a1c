import { beforeEach, expect, test } from "vitest";
import { FlashNotice } from "@/app/_forms/flash-notice";
import { freshForm } from "@/lib/auth/form-state";
import { readFlash } from "@/lib/auth/sealed-cookie";
import { atPages, formWith, html, signedIn } from "@/lib/testing/dashboard";
import { takers } from "@/lib/testing/outbox";
import { requestHeaders } from "@/lib/testing/request";
import { testWorld } from "@/lib/testing/world";
import { inviteAction } from "./actions";
import TeamPage from "./page";

const world = atPages(testWorld());
const { mailer } = takers();
const shop = signedIn(world, beforeEach);

const invite = async () => {
  const form = formWith({
    ...{ openedFor: String(shop.store.id), openedBy: String(shop.owner.id) },
    ...{ email: "musa@example.com", role: "support" },
  });
  await expect(inviteAction(freshForm, form)).rejects.toThrow("NEXT_REDIRECT");
  requestHeaders({ "x-pathname": "/dashboard/team" });
  return { flash: await readFlash(), notice: await html(FlashNotice({})) };
};

test("where no mail goes out, an invitation is a link to hand over, and the page never speaks of mail", async () => {
  Object.assign(world, { mailer: null });
  const page = await html(TeamPage());
  expect(page).toContain("You get a link for them, which works for 7 days and once.");
  expect(page).toContain("Make the link");
  expect(page).not.toContain("by mail");
  const { flash, notice } = await invite();
  const link = flash?.copies?.value ?? "";
  expect(link).toMatch(/\/invitation\/\w{43}$/);
  const account = await world.db.account.findUniqueOrThrow({ where: { id: shop.accountId } });
  const [, sent = ""] = /https:\/\/wa\.me\/\?text=([^"]+)"/.exec(notice) ?? [];
  // Who invites, to what, and until when.
  expect(decodeURIComponent(sent)).toBe(
    `Olive Owner invites you to the team of ${account.name}. Until 9 March 2026 this link lets you in, once: ${link}`,
  );
  expect(notice).toContain("Share on WhatsApp");
});

test("where mail goes out, the link goes to its holder alone", async () => {
  Object.assign(world, { mailer });
  expect(await html(TeamPage())).toContain("They get a link by mail that works for 7 days and once.");
  const { flash, notice } = await invite();
  expect(flash?.text).toContain("on its way");
  expect(notice).not.toMatch(/invitation\/|wa\.me/);
});
