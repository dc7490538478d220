import type { Adapter, AdapterPayload } from 'oidc-provider';

/** State of a loopback provider, while it runs. */
export function createLoopbackStorage(): (model: string) => Adapter {
  const kept = new Map<string, AdapterPayload>();
  return (model) => {
    const found = (holds: (payload: AdapterPayload) => boolean) =>
      [...kept].find(([key, payload]) => key.startsWith(`${model}:`) && holds(payload))?.[1];
    return {
      upsert: async (id, payload) => void kept.set(`${model}:${id}`, payload),
      find: async (id) => kept.get(`${model}:${id}`),
      findByUid: async (uid) => found((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => found((payload) => payload.userCode === userCode),
      consume: async (id) => {
        const payload = kept.get(`${model}:${id}`);
        if (payload !== undefined) kept.set(`${model}:${id}`, { ...payload, consumed: Math.trunc(Date.now() / 1000) });
      },
      destroy: async (id) => void kept.delete(`${model}:${id}`),
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}
