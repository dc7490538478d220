import { useState } from 'react';
import type { Body } from '#contract/endpoint.ts';
import { listUserPlaces, listUsers, readUser, readUserRoles, updateAdminUser } from '#contract/users.contract.ts';
import { useSubmit } from '../_base/use-submit.ts';

export type UserFields = Body<typeof updateAdminUser>['user'];
export type UserField = keyof UserFields;

interface Failure {
  readonly field: UserField;
  readonly typed: string;
  readonly message: string;
}

/** Saves one field of a person at a time; a refused value stays with its field and its reason. */
export function useUserChange(id: number) {
  const [current, setCurrent] = useState<{ field: UserField; typed: string } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const change = useSubmit(updateAdminUser, {
    invalidates: [listUsers, readUser, readUserRoles, listUserPlaces],
    onDone: () => setFailure(null),
    onFailed: (error) => {
      const [message = error.message] = Object.values(error.fields).flat();
      if (current) setFailure({ ...current, message });
    },
  });
  const isSaving = change.state === 'submitting';
  return {
    isSaving: (field: UserField) => isSaving && current?.field === field,
    failureOf: (field: UserField) => (failure?.field === field ? failure : null),
    /** Ignored while another field is saved. */
    save: <F extends UserField>(field: F, value: UserFields[F], typed = '') => {
      if (isSaving) return;
      setCurrent({ field, typed });
      change.submit({ params: { id }, body: { user: { [field]: value } } });
    },
  };
}

export type UserChange = ReturnType<typeof useUserChange>;
