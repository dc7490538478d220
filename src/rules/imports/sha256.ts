/** The first 32 bits of the fractions of the cube roots of the first 64 primes. Source: FIPS 180-4, 4.2.2. */
const ROUNDS = Int32Array.from(
  `428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 72be5d74
   80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da 983e5152 a831c66d
   b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e
   92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 19a4c116 1e376c08 2748774c 34b0bcb5
   391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2`.split(
    /\s+/,
  ),
  (word) => Number.parseInt(word, 16) | 0,
);

/** The same of the square roots of the first eight. Source: FIPS 180-4, 5.3.3. */
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19] as const;

const BLOCK = 64;

export interface Sha256 {
  update(bytes: Uint8Array): void;
  /** In hex; nothing can be added after it. */
  digest(): string;
}

/**
 * Hash of bytes that arrive in chunks. `crypto.subtle` needs the whole file in one call, and is missing on pages
 * without TLS.
 */
export function createSha256(): Sha256 {
  const state = Int32Array.from(START, (word) => word | 0);
  const words = new Int32Array(BLOCK);
  const rest = new Uint8Array(BLOCK);
  let resting = 0;
  let length = 0;

  const update = (bytes: Uint8Array) => {
    length += bytes.length;
    let at = 0;
    if (resting > 0) {
      at = Math.min(BLOCK - resting, bytes.length);
      rest.set(bytes.subarray(0, at), resting);
      resting += at;
      if (resting < BLOCK) return;
      mix(state, words, rest, 0);
      resting = 0;
    }
    for (; at + BLOCK <= bytes.length; at += BLOCK) mix(state, words, bytes, at);
    rest.set(bytes.subarray(at));
    resting = bytes.length - at;
  };

  return {
    update,
    digest: () => {
      const bits = length * 8;
      const padding = new Uint8Array((length % BLOCK < 56 ? 56 : 120) - (length % BLOCK) + 8);
      padding[0] = 0x80;
      const view = new DataView(padding.buffer);
      view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32));
      view.setUint32(padding.length - 4, bits >>> 0);
      update(padding);
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
    },
  };
}

/** One block, as FIPS 180-4 6.2.2 has it; indexes never leave the arrays. Plain, since it is run a million times. */
function mix(state: Int32Array, w: Int32Array, bytes: Uint8Array, at: number): void {
  for (let t = 0, i = at; t < 16; t += 1, i += 4) {
    w[t] = (bytes[i]! << 24) | (bytes[i + 1]! << 16) | (bytes[i + 2]! << 8) | bytes[i + 3]!;
  }
  for (let t = 16; t < 64; t += 1) {
    const x = w[t - 15]!;
    const y = w[t - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (w[t - 16]! + s0 + w[t - 7]! + s1) | 0;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let t = 0; t < 64; t += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[t]! + w[t]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = state[0]! + a;
  state[1] = state[1]! + b;
  state[2] = state[2]! + c;
  state[3] = state[3]! + d;
  state[4] = state[4]! + e;
  state[5] = state[5]! + f;
  state[6] = state[6]! + g;
  state[7] = state[7]! + h;
}
