/* A QEMU plugin that counts the instructions that an emulated program executes.
 *
 * A count does not depend on the machine or on what else it does, so two builds can be compared without the hardware.
 * It is not a time. docs/benchmarks.md has the commands.
 *
 * The declarations are those of qemu-plugin.h, which Debian does not package. */

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

struct qemu_plugin_tb;
typedef void (*translated_fn)(uint64_t id, struct qemu_plugin_tb *block);
typedef void (*executed_fn)(unsigned int cpu, void *length);
typedef void (*ended_fn)(uint64_t id, void *data);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, translated_fn translated);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *block, executed_fn executed,
                                          int flags, void *length);
void qemu_plugin_register_atexit_cb(uint64_t id, ended_fn ended, void *data);

/* QEMU 7.2 to 8.2 accept version 1; later ones need 2 or more, where the functions above are the same. */
#ifndef VERSION
#define VERSION 1
#endif
int qemu_plugin_version = VERSION;

static uint64_t instructions;

static void executed(unsigned int cpu, void *length)
{
    (void)cpu;
    __atomic_fetch_add(&instructions, (uintptr_t)length, __ATOMIC_RELAXED);
}

/* A translation block is straight-line code, so it is executed as a whole. */
static void translated(uint64_t id, struct qemu_plugin_tb *block)
{
    (void)id;
    void *length = (void *)(uintptr_t)qemu_plugin_tb_n_insns(block);
    qemu_plugin_register_vcpu_tb_exec_cb(block, executed, 0, length);
}

static void ended(uint64_t id, void *data)
{
    (void)id, (void)data;
    fprintf(stderr, "%" PRIu64 " instructions\n", instructions);
}

int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv)
{
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
