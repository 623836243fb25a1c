import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { beforeEach, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { allowsPasskeys } from "@/lib/providers/passkeys";
import { newAccount } from "@/lib/testing/accounts";
import { testWorld } from "@/lib/testing/world";
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listPasskeys,
  removePasskey,
  renamePasskey,
  verifyPasskey,
} from "./passkeys";
import { type NewAccount, signUp } from "./sign-up";

const ip = "198.51.100.7";
const world = testWorld();
let account: NewAccount;
let userId: number;
let authenticator: Authenticator;

beforeEach(async () => {
  account = newAccount(world, { ip: null });
  ({ userId } = await signUp(world, account));
  authenticator = newAuthenticator();
  world.clock.advance(1000);
});

type Authenticator = ReturnType<typeof newAuthenticator>;

/** What a phone does: an ES256 key, and flags that say whether its owner showed a finger. */
function newAuthenticator() {
  const id = Buffer.from(world.random.bytes(16));
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const state = { counter: 0, isVerified: true, origin: "http://localhost:3000" };
  const shape = { id: text(id), rawId: text(id), type: "public-key" as const, clientExtensionResults: {} };
  const head = (flags: number) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(state.counter);
    const site = createHash("sha256").update("localhost").digest();
    return Buffer.concat([site, Buffer.from([flags | (state.isVerified ? 0x04 : 0)]), counter]);
  };
  const client = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: state.origin, crossOrigin: false }));
  return {
    id,
    state,
    register(challenge: string) {
      const length = Buffer.from([0, id.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(keys.publicKey)]);
      const statement = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(Buffer.concat([head(0x41), credential]))],
      ]);
      const clientDataJSON = text(client("webauthn.create", challenge));
      return { ...shape, response: { clientDataJSON, attestationObject: text(encode(statement)) } };
    },
    answer(challenge: string) {
      state.counter += 1;
      const authenticatorData = head(0x01);
      const clientData = client("webauthn.get", challenge);
      const signed = Buffer.concat([authenticatorData, createHash("sha256").update(clientData).digest()]);
      const signature = text(sign("sha256", signed, keys.privateKey));
      const clientDataJSON = text(clientData);
      return {
        ...shape,
        response: { clientDataJSON, authenticatorData: text(authenticatorData), signature },
      };
    },
  };
}

function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const map = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ]);
  return encode(map);
}

/** Safe: the maps above hold texts, numbers, bytes and maps, which is what CBOR knows. */
function encode(map: Map<unknown, unknown>): Buffer {
  return Buffer.from(isoCBOR.encode(map as Parameters<typeof isoCBOR.encode>[0]));
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

async function add(name = "Phone"): Promise<void> {
  const { options } = await beginPasskey(world, userId, { password: account.password, name });
  const response = authenticator.register(options.challenge);
  await addPasskey(world, userId, { challenge: options.challenge, response, name });
}

async function begin() {
  const { options, issuedAt } = await beginPasskeySignIn(world);
  return { challenge: options.challenge, issuedAt, ip };
}

async function signIn() {
  const begun = await begin();
  return verifyPasskey(world, { ...begun, response: authenticator.answer(begun.challenge) });
}

const refused = "passkey_unknown";

test("a passkey is added with the password and a name, signs in without a code, and is told by mail", async () => {
  await expect(beginPasskey(world, userId, { password: "not the password", name: "Phone" })).rejects.toThrow(
    "wrong_password",
  );
  await expect(add(" ")).rejects.toThrow("passkey_name");
  await add();
  await expect(add()).rejects.toThrow("passkey_used");
  await expect(signIn()).resolves.toMatchObject({ userId, needsCode: false, hasStore: true });
  const { passkeys } = await listPasskeys(world, userId);
  expect(passkeys).toMatchObject([{ name: "Phone", lastUsedAt: world.clock.now() }]);
  const told = { recipient: account.email, template: "passkey.added" };
  expect(await world.db.message.count({ where: told })).toBe(1);
});

test("an answer signs in once, and not at all to another challenge", async () => {
  await add();
  const begun = await begin();
  const response = authenticator.answer(begun.challenge);
  await expect(verifyPasskey(world, { ...begun, response })).resolves.toMatchObject({ userId });
  world.clock.advance(1000);
  await expect(verifyPasskey(world, { ...begun, response })).rejects.toThrow(refused);
  await expect(verifyPasskey(world, { ...(await begin()), response })).rejects.toThrow(refused);
  await expect(signIn()).resolves.toMatchObject({ userId });
});

test("another site, an owner who was not asked for, and an unknown key are refused with one sentence", async () => {
  await add();
  world.clock.advance(1000);
  authenticator.state.origin = "https://evil.example";
  await expect(signIn()).rejects.toThrow(refused);
  authenticator.state.origin = "http://localhost:3000";
  authenticator.state.isVerified = false;
  await expect(signIn()).rejects.toThrow(refused);
  authenticator = newAuthenticator();
  await expect(signIn()).rejects.toThrow(refused);
});

test("a passkey made for another challenge or without its owner is not added", async () => {
  const { options } = await beginPasskey(world, userId, { password: account.password, name: "Phone" });
  const { challenge } = options;
  const elsewhere = authenticator.register(text(world.random.bytes(32)));
  const wrong = { challenge, response: elsewhere, name: "Phone" };
  await expect(addPasskey(world, userId, wrong)).rejects.toThrow("passkey_unchecked");
  authenticator.state.isVerified = false;
  const response = authenticator.register(challenge);
  await expect(addPasskey(world, userId, { challenge, response, name: "Phone" })).rejects.toThrow(
    "passkey_unchecked",
  );
  expect((await listPasskeys(world, userId)).passkeys).toEqual([]);
});

test("a counter that does not grow is a copied authenticator", async () => {
  await add();
  world.clock.advance(1000);
  authenticator.state.counter = 10;
  await signIn();
  world.clock.advance(1000);
  authenticator.state.counter = 3;
  await expect(signIn()).rejects.toThrow(refused);
});

test("passkeys are renamed and removed by their person alone, and a removed one signs nobody in", async () => {
  await add();
  const id = text(authenticator.id);
  const other = await signUp(world, newAccount(world, { ip: null }));
  await expect(renamePasskey(world, other.userId, id, "Mine")).rejects.toThrow(NotFound);
  await expect(removePasskey(world, other.userId, { ...account, id })).rejects.toThrow(NotFound);
  await renamePasskey(world, userId, id, "Old phone");
  expect((await listPasskeys(world, userId)).passkeys).toMatchObject([{ name: "Old phone" }]);
  await expect(removePasskey(world, userId, { id, password: "not the password" })).rejects.toThrow(Invalid);
  await removePasskey(world, userId, { ...account, id });
  await expect(signIn()).rejects.toThrow(refused);
});

test("twenty tries of one address are free", async () => {
  const from = { ip: "203.0.113.77" };
  const tryOnce = async () => {
    const begun = { ...(await begin()), ...from };
    return verifyPasskey(world, { ...begun, response: authenticator.answer(begun.challenge) });
  };
  for (let tried = 0; tried < 20; tried += 1) await expect(tryOnce()).rejects.toThrow(refused);
  await expect(tryOnce()).rejects.toThrow('pause_minutes {"minutes":5}');
});

test("sites have passkeys under a name over https, and on this machine", () => {
  for (const site of ["https://pay.example.com", "http://localhost:3000"])
    expect(allowsPasskeys(site)).toBe(true);
  for (const site of ["http://pay.example.com", "https://192.0.2.1", "https://[2001:db8::1]:443"])
    expect(allowsPasskeys(site)).toBe(false);
});
