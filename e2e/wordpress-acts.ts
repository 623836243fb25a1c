import { execFileSync } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import path from "node:path";
import type { Browser, Page } from "@playwright/test";
import { scratchDirectory } from "@/scripts/lab/testing/scratch";
import { makeEndpoint, type OpenedStore } from "./backstage";
import { expect } from "./fixtures";
import { people, type Site } from "./wordpress-site";

// What the story of the WordPress plugin does again and again.

export const secretText = "How to keep bees in the dry months";
export const secretPart = "The recipe of the house";

/** The line from the site to Sente, which can be cut. */
export interface Line {
  url: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function openLine(to: number): Promise<Line> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const other = connect(to, "localhost");
    for (const end of [socket, other]) {
      open.add(end);
      end.on("error", () => {});
      end.once("close", () => void open.delete(end));
    }
    socket.pipe(other).pipe(socket);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    cut: () => {
      for (const end of open) end.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
    mend: () => listen(port),
  };
}

/** A page for members with a comment, and one with parts for members by shortcode and by block. */
export function writePages(site: Site, product: number, other: number): { page: number; part: number } {
  const part = [
    `<!-- wp:paragraph --><p>For everybody</p><!-- /wp:paragraph -->`,
    `<!-- wp:sente/members {"product":"${product}"} --><!-- wp:paragraph --><p>${secretPart}</p><!-- /wp:paragraph --><!-- /wp:sente/members -->`,
    `<!-- wp:sente/button {"product":"${product}"} /-->`,
    `<!-- wp:sente/prices /-->`,
    `<!-- wp:shortcode -->[sente_members product="${other}" quiet="yes"]For Silver alone[/sente_members][sente_members product="gold"]${secretPart}[/sente_members]<!-- /wp:shortcode -->`,
  ].join("\n\n");
  const said = site.php(`
$page = wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Bees', 'comment_status' => 'open',
	'post_excerpt' => 'A taste for everybody', 'post_content' => '<!-- wp:paragraph --><p>${secretText}</p><!-- /wp:paragraph -->' ) );
wp_insert_comment( array( 'comment_post_ID' => $page, 'comment_content' => 'Yes: ${secretText}', 'comment_approved' => 1 ) );
$part = wp_insert_post( array( 'post_type' => 'post', 'post_status' => 'publish', 'post_title' => 'Parts', 'post_content' => base64_decode( '${Buffer.from(part).toString("base64")}' ) ) );
update_option( 'show_avatars', 0 );
update_user_meta( 1, 'wp_persisted_preferences', array( '_modified' => gmdate( 'c' ), 'core/edit-post' => array( 'welcomeGuide' => false ) ) );
echo "$page $part";`);
  const [page = 0, second = 0] = said.split(" ").map(Number);
  return { page, part: second };
}

export const pageUrl = (site: Site) => `${site.url}/bees/`;

/** Where a stranger finds what an open page says, and its comment. */
export const openPlaces = [
  "/bees/",
  "/bees/feed/",
  "/comments/feed/",
  "/wp-json/wp/v2/pages",
  "/wp-json/wp/v2/comments",
];

export async function whereItIs(site: Site, text: string): Promise<string[]> {
  const all = [
    ...[
      "/",
      "/bees/",
      "/parts/",
      "/feed/",
      "/bees/feed/",
      "/comments/feed/",
      "/bees/embed/",
      "/parts/embed/",
    ],
    ...["/?s=bees", "/?s=recipe", "/wp-json/wp/v2/pages", "/wp-json/wp/v2/posts", "/wp-json/wp/v2/comments"],
    ...[
      "/wp-json/wp/v2/search?search=bees",
      "/wp-json/oembed/1.0/embed?url=",
      "/wp-sitemap-posts-page-1.xml",
    ],
  ];
  const found: string[] = [];
  for (const place of all) {
    const url = place.endsWith("?url=") ? place + encodeURIComponent(pageUrl(site)) : place;
    if ((await (await fetch(site.url + url)).text()).includes(text)) found.push(place);
  }
  return found;
}

export async function reader(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

export async function logIn(
  page: Page,
  site: Site,
  person: { name: string; password: string },
): Promise<void> {
  await page.goto(`${site.url}/wp-login.php`);
  await fillLogin(page, person);
  await page.waitForURL(/wp-admin/);
}

export async function fillLogin(
  page: Page,
  { name, password }: { name: string; password: string },
): Promise<void> {
  await page.locator("#user_login").fill(name);
  await page.locator("#user_pass").fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
}

export async function connectBy(page: Page, address: string, typed: string): Promise<void> {
  await page.getByLabel("Address of your Sente installation").fill(address);
  await page.getByLabel("Secret key").fill(typed);
  const answered = page.waitForURL(/said=/);
  await page.getByRole("button", { name: /^(Connect|Check and save)$/ }).click();
  await answered;
}

const userId = (site: Site) => site.php(`echo get_user_by( 'login', '${people.amina.name}' )->ID;`);
export const refOf = (site: Site, name: string) =>
  site.php(`echo sente_ref( get_user_by( 'login', '${name}' )->ID );`);
/** What is kept of Sente's answers about amina. */
export const kept = (site: Site) =>
  site.php(`echo json_encode( get_user_option( 'sente_access', ${userId(site)} ) );`);
/** Rows that hold anything of the plugin. */
export const left = (site: Site) =>
  site.php(`global $wpdb;
echo $wpdb->get_var( "SELECT ( SELECT COUNT(*) FROM $wpdb->options WHERE option_name LIKE '%sente%' )
	+ ( SELECT COUNT(*) FROM $wpdb->usermeta WHERE meta_key LIKE '%sente%' ) + ( SELECT COUNT(*) FROM $wpdb->postmeta WHERE meta_key LIKE '%sente%' )" );`);

/** As if the answers about amina were older. */
export function age(site: Site, seconds: number): void {
  site.php(`$kept = get_user_option( 'sente_access', ${userId(site)} );
foreach ( $kept['answers'] as $plan => $answer ) {
	$kept['answers'][ $plan ]['at'] -= ${seconds};
}
update_user_option( ${userId(site)}, 'sente_access', $kept );`);
}

export async function advance(baseUrl: string, key: string, subscription: string, to: string): Promise<void> {
  const { status } = await fetch(`${baseUrl}/test/subscriptions/${subscription}/advance`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ to }),
  });
  expect(status).toBe(200);
}

interface Sender {
  site: Site;
  /** Of the webhook. */
  secret: string;
}

interface Forged {
  id?: string;
  at?: number;
  secret?: string;
  signature?: string;
  livemode?: boolean;
}

/** What Sente would send about a user, or somebody who pretends to be Sente. */
export async function deliver({ site, secret }: Sender, ref: string, forged: Forged = {}): Promise<number> {
  const id = forged.id ?? `evt_${randomUUID()}`;
  const at = forged.at ?? Math.floor(Date.now() / 1000);
  const body = JSON.stringify({
    id,
    type: "access.changed",
    livemode: forged.livemode ?? false,
    data: { ref },
  });
  const signingKey = Buffer.from((forged.secret ?? secret).replace("whsec_", ""), "base64");
  const mac = createHmac("sha256", signingKey).update(`${id}.${at}.${body}`).digest("base64");
  const { status } = await fetch(`${site.url}/wp-json/sente/v1/webhook`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(at),
      "webhook-signature": forged.signature ?? `v1,${mac}`,
    },
    body,
  });
  return status;
}

/** Packs the plugin, and installs it as its owner does. Ends on the list of plugins. */
export async function installZip(page: Page, site: Site): Promise<void> {
  await logIn(page, site, people.admin);
  await page.goto(`${site.url}/wp-admin/plugin-install.php?tab=upload`);
  const zip = path.join(scratchDirectory("sente-zip-"), "sente.zip");
  execFileSync(process.execPath, ["plugins/wordpress/pack.mjs", zip]);
  await page.locator("input[name=pluginzip]").setInputFiles(zip);
  await page.getByRole("button", { name: "Install Now" }).click();
  await page.getByRole("link", { name: "Activate Plugin" }).click();
  await expect(page.getByText("Plugin activated.")).toBeVisible();
  rmSync(path.dirname(zip), { recursive: true });
}

/** From the settings page to Sente, and the signing secret back. Ends at Sente; returns the secret. */
export async function copyAddresses(page: Page, store: OpenedStore, siteUrl: string): Promise<string> {
  const address = await page.getByLabel("Address for the webhook").inputValue();
  const back = await page.getByLabel("Return address").inputValue();
  const { secret } = await makeEndpoint(store, "test", address);
  await page.getByLabel("Signing secret").fill("not a secret");
  await page.getByRole("button", { name: "Save the secret" }).click();
  await expect(page.getByText("This is not a signing secret.")).toBeVisible();
  await page.getByLabel("Signing secret").fill(secret);
  await page.getByRole("button", { name: "Save the secret" }).click();
  await expect(page.getByText("The signing secret is saved.")).toBeVisible();
  await expect(page.getByText("Nothing genuine has come yet")).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  await page.goto(`${siteUrl}/dashboard/developers/test-mode`);
  await page.getByLabel("Address of your app").fill(back);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The return URL is saved.")).toBeVisible();
  return secret;
}

export async function protectInEditor(page: Page, site: Site, post: number, choice: string): Promise<void> {
  await page.goto(`${site.url}/wp-admin/post.php?post=${post}&action=edit`);
  await page.getByLabel("Who may read this", { exact: true }).selectOption({ label: choice });
  const saved = page.waitForResponse((response) => response.url().includes("meta-box-loader"));
  await page.getByRole("button", { name: "Update" }).click();
  await saved;
}

/** Loads the page again until a webhook has opened or closed it; sooner than an answer that was kept would grow old. */
export async function untilSaid(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
}

/** The language of the site; WordPress takes only one of which it has a file. */
export function speak(site: Site, locale: string): void {
  site.php(`wp_mkdir_p( WP_LANG_DIR );
touch( WP_LANG_DIR . '/${locale}.mo' );
update_option( 'WPLANG', '${locale}' );`);
}
