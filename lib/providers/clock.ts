/** Business time. Injected, so that simulation and test controls can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
