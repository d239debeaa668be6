# The thesis's Figure 5.11 as it stands there, with the RET that its listing leaves out: Program 2
# with the library's stubs. Counts of region 0 as bench/thesis/program2.asm derives them, and two
# instructions more. .align 4 inserts one before the loop, which 21 bytes of code precede, and one
# before LEAVE: the loop has 13 bytes, so 37 bytes precede it.
#
WORK "region=0 instructions_executed=19 branches=3 btb_hits=3 pipeline_flushes=1"
WORK "region=0 data_read=7 data_write=7 data_read_or_write=14"
WORK "region=0 misaligned_data_memory_or_IO_references=6"
WORK "region=0 data_read_miss=0 data_write_miss=0 data_cache_lines_written_back=0"
.text
        .align 4
.globl main
main:
        call p5mon_asm_init
        call p5mon_asm_begreg_0
        pushl %ebp
        movl %esp,%ebp
        subl $1024, %esp
        xorl %edx,%edx
        .align 4
.L16:
        incl -511(%ebp,%edx,4) # misaligned access
        incl %edx
        cmpl $2,%edx
        jle .L16
        .align 4
        leave
        call p5mon_asm_endreg_0
        ret
