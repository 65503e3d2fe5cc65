// Where the questions of a bench are answered: in processes of this machine.
import { afterAll, describe } from 'vitest'
import { processes } from '../../../harness/workers/workers.ts'
import { jobsContract } from '../../contracts/jobs.ts'
import { removeFolders } from '../intend.ts'

afterAll(removeFolders)

describe('in processes of this machine', () => jobsContract(async () => processes(2)))
