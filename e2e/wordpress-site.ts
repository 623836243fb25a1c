import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { scratchDirectory } from "@/scripts/lab/testing/scratch";
import { freePort } from "./open-instance";

// A WordPress of Debian's own packages, with a database and a web server that are children of the test.

const program = "/usr/share/wordpress";
/** What is missing here for a WordPress; empty where nothing is. */
export const missingForWordPress = [
  ...(existsSync(`${program}/wp-includes/version.php`) ? [] : ["wordpress"]),
  ...(existsSync(`${program}/wp-content/themes/twentytwentythree`)
    ? []
    : ["wordpress-theme-twentytwentythree"]),
  ...(existsSync("/usr/sbin/mariadbd") ? [] : ["mariadb-server-core"]),
  ...(spawnSync("php", ["-r", "exit(extension_loaded('mysqli') ? 0 : 1);"]).status === 0
    ? []
    : ["php-cli php-mysql"]),
];

/** Mail goes nowhere. */
const quiet = ["-d", "sendmail_path=/bin/true"];

export const people = {
  admin: { name: "owner", password: "owner-of-the-site", email: "owner@site.example" },
  amina: { name: "amina", password: "amina-is-a-reader", email: "amina@site.example" },
  juma: { name: "juma", password: "juma-is-a-reader", email: "juma@site.example" },
} as const;

export interface Site {
  url: string;
  /** Runs lines of PHP in this WordPress. Returns what they echo. */
  php(lines: string): string;
  /** What PHP complained about. */
  complaints(): string;
  stop(): Promise<void>;
}

/** A new site with its people, where nothing is installed yet. */
export async function openWordPress(): Promise<Site> {
  const directory = scratchDirectory("sente-wordpress-");
  const at = (name: string) => path.join(directory, name);
  const url = `http://127.0.0.1:${await freePort()}`;
  // Debian links what other packages have.
  execFileSync("cp", ["-rL", program, at("site")]);
  rmSync(at("site/wp-content/plugins/akismet"), { recursive: true, force: true });
  const database = await openDatabase(directory);
  writeFileSync(at("site/wp-config.php"), config(database.socket, at("php.log")));
  writeFileSync(at("site/router.php"), router);
  writeFileSync(at("site/lines.php"), lines);
  const server = spawn(
    "php",
    [...quiet, "-S", url.slice("http://".length), "-t", at("site"), at("site/router.php")],
    {
      // The site asks Sente while Sente tells the site something.
      env: { ...process.env, PHP_CLI_SERVER_WORKERS: "4" },
      stdio: "ignore",
      // A group of its own, since its workers do not end with it.
      detached: true,
    },
  );
  const ended = new Promise((resolve) => server.once("close", resolve));
  const php = (text: string) =>
    execFileSync("php", [...quiet, at("site/lines.php")], {
      input: text,
      encoding: "utf8",
      env: { ...process.env, SITE: url },
    });
  const stop = async () => {
    if (server.pid) process.kill(-server.pid);
    await Promise.all([ended, database.stop()]);
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    php(setUp);
    return {
      url,
      php,
      complaints: () => (existsSync(at("php.log")) ? readFileSync(at("php.log"), "utf8") : ""),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A server of this folder alone, which listens on no port. */
async function openDatabase(directory: string) {
  const [data, socket] = [path.join(directory, "data"), path.join(directory, "db.sock")];
  const shared = ["--no-defaults", `--datadir=${data}`, ...(process.getuid?.() === 0 ? ["--user=root"] : [])];
  execFileSync(
    "mariadb-install-db",
    [...shared, "--auth-root-authentication-method=normal", "--skip-test-db"],
    { stdio: "ignore" },
  );
  const quick = ["--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=64M"];
  const child = spawn(
    "/usr/sbin/mariadbd",
    [...shared, `--socket=${socket}`, "--skip-networking", ...quick],
    {
      stdio: "ignore",
    },
  );
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  for (let tried = 0; !existsSync(socket); tried += 1) {
    if (tried > 300 || child.exitCode !== null) throw new Error("MariaDB did not start.");
    await sleep(100);
  }
  return {
    socket,
    stop: () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
}

const config = (socket: string, log: string) => `<?php
define( 'DB_NAME', 'site' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${socket}' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $name ) {
	define( $name . '_KEY', $name . ' of a site of a test' );
	define( $name . '_SALT', $name . ' and its salt' );
}
$table_prefix = 'wp_';
define( 'FS_METHOD', 'direct' );
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
// Nothing but this machine is asked for anything.
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', 'localhost,127.0.0.1' );
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', '${log}' );
if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
`;

/** Files as they are, and all else by WordPress. */
const router = `<?php
$path = urldecode( parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );
if ( '/' !== $path && file_exists( __DIR__ . $path ) ) {
	return false;
}
$_SERVER['SCRIPT_NAME'] = '/index.php';
require __DIR__ . '/index.php';
`;

/** Runs what it reads, in WordPress. The first time that is what makes its tables. */
const lines = `<?php
$site = getenv( 'SITE' );
$_SERVER['HTTP_HOST'] = parse_url( $site, PHP_URL_HOST ) . ':' . parse_url( $site, PHP_URL_PORT );
$_SERVER['REQUEST_URI'] = '/';
$_SERVER['SERVER_NAME'] = '127.0.0.1';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
$_SERVER['REQUEST_METHOD'] = 'GET';
$text = stream_get_contents( STDIN );
if ( strpos( $text, 'wp_install' ) !== false ) {
	define( 'WP_INSTALLING', true );
	define( 'WP_SITEURL', $site );
	preg_match( "/localhost:([^']+)/", file_get_contents( __DIR__ . '/wp-config.php' ), $found );
	( new mysqli( 'localhost', 'root', '', '', 0, $found[1] ) )->query( 'CREATE DATABASE site' );
}
require __DIR__ . '/wp-load.php';
eval( $text );
`;

const setUp = `
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install( 'A site of a test', '${people.admin.name}', '${people.admin.email}', true, '', '${people.admin.password}', 'en_US' );
foreach ( array( '${people.amina.name}' => '${people.amina.password}', '${people.juma.name}' => '${people.juma.password}' ) as $name => $password ) {
	wp_insert_user( array( 'user_login' => $name, 'user_pass' => $password, 'user_email' => $name . '@site.example', 'role' => 'subscriber' ) );
}
global $wp_rewrite;
$wp_rewrite->set_permalink_structure( '/%postname%/' );
$wp_rewrite->flush_rules( false );
`;
